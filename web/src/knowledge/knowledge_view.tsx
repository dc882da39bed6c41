// What is known about a game: sentences with their standing, and the board on which symmetries, distances and what a sentence is about are
// shown.
import { createMemo, createSignal, For, Show } from "solid-js";
import type { Hint, Knowledge, KnowledgeStatement, Position, Structure } from "../api/types";
import { GameView, prettyTerm, type CellMark } from "../board";
import { Badge, type BadgeKind, Select } from "../ui";
import { EvaluationBars } from "./evaluation_bars";
import { FailedProofs } from "./failed_proofs";
import { heatOf, imagesOf, marksAbout } from "./marks";
import { asSentence, sectionsOf } from "./sections";
import "./knowledge.css";

export interface KnowledgeViewProps {
  knowledge: Knowledge;
  structure?: Structure | null | undefined;
  position?: Position | null | undefined;
  hint?: Hint | null | undefined;
  /** The knowledge belongs to an older text. */
  old?: boolean;
}

const kStandings: Record<KnowledgeStatement["standing"], { kind: BadgeKind; title: string }> = {
  proved: { kind: "success", title: "It holds in every position that can be reached." },
  seen: { kind: "warning", title: "It held in all random play; it was not proved." },
  assumed: { kind: "plain", title: "Nobody has checked it." },
};

function Statement(props: { said: KnowledgeStatement; chosen: boolean; onChoose: (() => void) | undefined }) {
  const standing = () => kStandings[props.said.standing];
  return (
    <li class="knowledge__statement">
      <Badge kind={standing().kind} title={`${standing().title} Source: ${props.said.source}.`}>
        {props.said.standing}
      </Badge>
      <span>{asSentence(props.said.words)}</span>
      <Show when={props.onChoose}>
        {(choose) => (
          <button type="button" class="knowledge__show small" aria-pressed={props.chosen} onClick={() => choose()()}>
            {props.chosen ? "hide" : "show"}
          </button>
        )}
      </Show>
    </li>
  );
}

function Stages(props: { knowledge: Knowledge }) {
  return (
    <details class="small">
      <summary class="muted">
        Found in {props.knowledge.seconds.toFixed(1)} s
        <Show when={!props.knowledge.complete}>; not everything was finished</Show>
      </summary>
      <ul>
        <For each={props.knowledge.stages}>
          {(stage) => (
            <li>
              {stage.name}: {stage.seconds.toFixed(2)} s{stage.finished ? "" : ", not finished"}
              <Show when={stage.note}>. {stage.note}</Show>
            </li>
          )}
        </For>
      </ul>
    </details>
  );
}

export function KnowledgeView(props: KnowledgeViewProps) {
  const [chosen, setChosen] = createSignal<KnowledgeStatement | null>(null);
  const [goal, setGoal] = createSignal("");
  const [over, setOver] = createSignal<{ board: number; cell: number } | null>(null);

  const group = () => props.knowledge.symmetries ?? props.knowledge.role_symmetries;
  const distance = () => props.knowledge.distances.find(({ fluent }) => fluent === goal());
  const goals = createMemo(() => [
    { value: "", label: "no goal" },
    ...props.knowledge.distances.map(({ fluent, from_start }) => ({
      value: fluent,
      label: `${prettyTerm(fluent, props.hint)} (${from_start === null ? "out of reach" : `at least ${from_start} steps`})`,
    })),
  ]);
  const marks = createMemo<CellMark[]>(() => {
    const structure = props.structure;
    if (!structure) return [];
    const far = distance();
    if (far) return heatOf(structure, far);
    const said = chosen();
    if (said) return marksAbout(structure, said.about);
    const cell = over();
    const symmetric = group();
    return cell && symmetric ? imagesOf(structure, symmetric, cell) : [];
  });
  const shown = (said: KnowledgeStatement) => {
    const structure = props.structure;
    return structure && marksAbout(structure, said.about).length > 0 ? () => setChosen(chosen() === said ? null : said) : undefined;
  };
  const point = (event: PointerEvent) => {
    const shape = (event.target as Element).closest("[data-cell]");
    const board = shape?.closest("[data-board]");
    setOver(shape && board ? { board: Number(board.getAttribute("data-board")), cell: Number(shape.getAttribute("data-cell")) } : null);
  };

  return (
    <div class="knowledge" classList={{ "knowledge--old": props.old ?? false }}>
      <Show when={props.structure && props.position}>
        <div class="knowledge__board" onPointerOver={point} onPointerLeave={() => setOver(null)}>
          <GameView
            structure={props.structure!}
            position={props.position!}
            roles={props.knowledge.roles}
            viewer={[]}
            hint={props.hint}
            marks={marks()}
            disabled
          />
          <Show when={group() && !distance() && !chosen()}>
            <p class="small muted">Point at a cell: the cells that the symmetries of the game make of it light up.</p>
          </Show>
          <Show when={props.knowledge.distances.length > 0}>
            <Select label="Steps at least to" value={goal()} options={goals()} onChange={setGoal} />
          </Show>
        </div>
      </Show>
      <div class="stack">
        <For each={sectionsOf(props.knowledge.statements)}>
          {(section) => (
            <section>
              <h3>{section.title}</h3>
              <ul class="knowledge__list">
                <For each={section.statements}>
                  {(said) => <Statement said={said} chosen={chosen() === said} onChoose={shown(said)} />}
                </For>
              </ul>
            </section>
          )}
        </For>
        <Show when={props.knowledge.statements.length === 0}>
          <p class="muted">Nothing was found out about this game in the time there was.</p>
        </Show>
        <Show when={props.knowledge.evaluation.length > 0}>
          <EvaluationBars roles={props.knowledge.roles} evaluation={props.knowledge.evaluation} hint={props.hint} />
        </Show>
        <Show when={props.knowledge.failed.length > 0}>
          <FailedProofs failed={props.knowledge.failed} hint={props.hint} />
        </Show>
        <Stages knowledge={props.knowledge} />
      </div>
    </div>
  );
}
