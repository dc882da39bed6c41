// Findings as a list; a click goes to the place. Short for the strip below the editor, long with hints for a tab of its own.

import { For, Show } from "solid-js";
import type { Diagnostic } from "../../api/types";
import "./problem_list.css";

export interface ProblemListProps {
  findings: readonly Diagnostic[];
  onPick: (finding: Diagnostic) => void;
  detailed?: boolean;
}

const kSigns = { error: "✕", warning: "!", note: "i" } as const;

export function ProblemList(props: ProblemListProps) {
  return (
    <ul class="problems">
      <For each={props.findings}>
        {(finding) => (
          <li>
            <button type="button" class="problems__entry" onClick={() => props.onPick(finding)}>
              <span class={`problems__sign problems__sign--${finding.severity}`} title={finding.severity} aria-label={finding.severity}>
                {kSigns[finding.severity]}
              </span>
              <span class="problems__place">
                {finding.from.line}:{finding.from.column}
              </span>
              <span class="problems__text">
                {finding.message}
                <Show when={props.detailed}>
                  <Show when={finding.hint}>
                    <span class="problems__hint">{finding.hint}</span>
                  </Show>
                  <code class="problems__code">{finding.code}</code>
                </Show>
              </span>
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}
