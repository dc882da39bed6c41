// What the server says about a sheet, as marks in the editor.

import type { Diagnostic as Mark } from "@codemirror/lint";
import type { Diagnostic } from "../../../api/types";

const kSeverities = { error: "error", warning: "warning", note: "info" } as const;

// A finding of no width still needs a character to stand under; one about the whole sheet has none.
export function marksOf(findings: readonly Diagnostic[], length: number): Mark[] {
  return findings.map((finding) => {
    const from = Math.min(finding.from.offset, length);
    const to = Math.min(Math.max(finding.to.offset, from + 1), length);
    return {
      from: Math.min(from, to),
      to,
      severity: kSeverities[finding.severity],
      message: finding.message,
      source: finding.code,
      renderMessage: () => message(finding),
    };
  });
}

function message(finding: Diagnostic): HTMLElement {
  const dom = document.createElement("span");
  dom.textContent = finding.message;
  if (finding.hint) {
    const hint = dom.appendChild(document.createElement("span"));
    hint.className = "cm-gdl-hint";
    hint.textContent = finding.hint;
  }
  return dom;
}

export interface Counts {
  readonly error: number;
  readonly warning: number;
  readonly note: number;
}

export function countFindings(findings: readonly Diagnostic[]): Counts {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const finding of findings) counts[finding.severity] += 1;
  return counts;
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

// "2 errors, 1 warning", or "" if there is nothing to say.
export function tellCounts(counts: Counts): string {
  const parts = [];
  if (counts.error > 0) parts.push(plural(counts.error, "error"));
  if (counts.warning > 0) parts.push(plural(counts.warning, "warning"));
  if (counts.note > 0) parts.push(plural(counts.note, "note"));
  return parts.join(", ");
}
