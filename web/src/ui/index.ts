// The small set of controls that all pages are made of.
export { Badge, type BadgeKind } from "./badge";
export { Button, ButtonLink, type ButtonLinkProps, type ButtonProps } from "./button";
export { SegmentedControl, Tabs, type Tab } from "./choice";
export { CopyButton } from "./copy_button";
export { Dialog } from "./dialog";
export { Checkbox, Field, Select, TextField, type SelectOption } from "./field";
export { Page } from "./page";
export { EmptyState, ErrorState, Spinner } from "./states";
export { toast, toastFailure } from "./toast";
