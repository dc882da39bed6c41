// A sheet in the middle of a lesson, to be run and changed.

import { SheetRunner } from "./sheet_runner";

export function Example(props: { title: string; sheet: string }) {
  return (
    <figure class="example">
      <figcaption>{props.title}</figcaption>
      <SheetRunner label={props.title} sheet={props.sheet} run="Run" />
    </figure>
  );
}
