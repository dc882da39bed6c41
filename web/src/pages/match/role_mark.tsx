import { roleColours } from "../../board/colours";

/** A dot in the colour that the board gives to a role. */
export function RoleMark(props: { roles: readonly string[]; role: number }) {
  return <span class={`role-mark ink--${roleColours(props.roles)[props.role] ?? "grey"}`} title={props.roles[props.role]} aria-hidden="true" />;
}
