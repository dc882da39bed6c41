// Families of fluents by their texts: "cell/3" is all fluents cell with three arguments.
import type { Hint } from "../api/types";

export const functorOf = (family: string): string => family.slice(0, family.lastIndexOf("/"));

/** Whether a hint hides a family, by its whole text or by its functor. */
export function isHidden(hint: Hint | null | undefined, family: string): boolean {
  return hint?.hide?.some((hidden) => hidden === family || hidden === functorOf(family)) ?? false;
}
