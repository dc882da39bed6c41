// The exercise at the end of a lesson: change the sheet, have it marked, see a solution.

import { createSignal, For, Show } from "solid-js";
import { Button, toast } from "../../ui";
import { isDone, markDone } from "./done";
import { type Exercise, type Mark, markExercise, passed } from "./exercise";
import { SheetRunner } from "./sheet_runner";

export function ExerciseView(props: { slug: string; exercise: Exercise }) {
  const [marks, setMarks] = createSignal<Mark[]>([]);

  return (
    <section class="exercise card" aria-labelledby="exercise">
      <h2 id="exercise">Exercise {isDone(props.slug) ? "✓" : ""}</h2>
      <p>{props.exercise.task}</p>
      <SheetRunner
        label="Exercise"
        sheet={props.exercise.start}
        run="Check"
        onRun={async (text, check) => {
          const found = await markExercise(props.exercise, text, check);
          setMarks(found);
          if (!passed(found)) return;
          markDone(props.slug);
          toast("Solved.", "success");
        }}
        actions={(replace) => (
          <Button size="small" variant="quiet" onClick={() => replace(props.exercise.solution)}>
            Show a solution
          </Button>
        )}
      >
        <Show when={marks().length > 0}>
          <ul class="exercise__marks" aria-live="polite">
            <For each={marks()}>
              {(mark) => (
                <li class={mark.problem === null ? "exercise__mark exercise__mark--right" : "exercise__mark exercise__mark--wrong"}>
                  <span aria-hidden="true">{mark.problem === null ? "✓" : "✕"}</span>
                  <span>
                    {mark.says}
                    <Show when={mark.problem}>
                      <span class="muted"> {mark.problem}</span>
                    </Show>
                  </span>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </SheetRunner>
    </section>
  );
}
