// When something happened, in the way of the visitor's own country.
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** `at` is milliseconds since 1970. */
export function momentText(at: number): string {
  return format.format(at);
}
