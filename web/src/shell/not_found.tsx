import { ButtonLink, EmptyState, Page } from "../ui";

export function NotFound() {
  return (
    <Page title="Not found">
      <EmptyState title="There is no page at this address." action={<ButtonLink href="/">To the games</ButtonLink>}>
        The link may be incomplete, or it is from an older version.
      </EmptyState>
    </Page>
  );
}
