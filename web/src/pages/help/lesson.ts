// A lesson: some text with runnable examples in it. The exercise of the same name follows it.

import type { JSX } from "solid-js";

export interface Lesson {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly body: () => JSX.Element;
}
