// A drawing to play on: its lines are what a person presses.
import { createMemo, Show } from "solid-js";
import { BoardFrame } from "./board_frame";
import type { BoardViewProps } from "./board_view";
import { cellName } from "./cell_text";
import { geometryOf } from "./geometry";
import { sameStep } from "./gesture";
import { HitLayer } from "./hit_layer";
import { BoxLayer, diamondPoints, InkLayer, LineGround, StripLayer } from "./line_layers";
import { inksOf, kHandle, linePlan, stepOf } from "./lines";
import { formOf, parseTerm, prettyTerm } from "./terms";
import { ThoughtLayer } from "./thought_layer";
import { thoughtOn } from "./thought_marks";

export function LineBoardView(props: BoardViewProps) {
  const board = props.art.board;
  const geometry = geometryOf(board, props.hint, props.turned);
  const plan = linePlan(board, geometry);
  const centres = plan.lines.map(({ handle }) => handle);
  const steps = plan.lines.map((line) => stepOf(props.index, line));

  const inks = createMemo(() => inksOf(plan, props.art, props.position));
  const before = createMemo(() => (props.before ? inksOf(plan, props.art, props.before) : null));
  const fresh = (line: number) => {
    const old = before();
    if (old) return old[line] !== inks()[line];
    const { cell, word } = plan.lines[line] ?? { cell: -1, word: "" };
    return word === null && props.touched.some((ref) => ref.board === props.index && ref.cell === cell);
  };
  const selected = createMemo(() => steps.flatMap((step, line) => (props.play.progress().steps.some((done) => sameStep(done, step)) ? [line] : [])));
  const thought = createMemo(() => {
    const lineOf = (cells: readonly number[], move: string) => {
      const words = formOf(parseTerm(move)).constants;
      const line = plan.lines.findIndex(({ cell, word }) => cells.includes(cell) && (word === null || words.includes(word)));
      return line < 0 ? undefined : line;
    };
    return props.thought ? thoughtOn(props.structure, props.position, props.thought, props.index, lineOf) : null;
  });

  const press = (line: number) => {
    const step = steps[line];
    if (step && props.play.asked() !== null) props.play.press(step);
  };
  const label = (line: number) => {
    const { cell, word } = plan.lines[line] ?? { cell: 0, word: null };
    const name = `${word === null ? "" : `${prettyTerm(word, props.hint)} `}${cellName(board, cell, props.hint)}`;
    const ink = inks()[line];
    return `${name}, ${ink ? (word === null ? ink.name : "drawn") : "not drawn"}`;
  };
  const live = (line: number) => props.play.goesOn(steps[line]);
  const shape = (line: number) => {
    const { handle } = plan.lines[line] ?? { handle: { x: 0, y: 0 } };
    return plan.crossing ? (
      <circle class="board__hit-shape board__handle" cx={handle.x} cy={handle.y} r={kHandle} />
    ) : (
      <polygon class="board__hit-shape" points={diamondPoints(handle)} />
    );
  };

  return (
    <BoardFrame
      name={board.name}
      ground={props.art.ground}
      geometry={geometry}
      signs={[]}
      play={props.play}
      asking={props.play.options().length > 0 ? (selected().at(-1) ?? null) : null}
      hint={props.hint}
      pictureOf={props.pictureOf}
    >
      <LineGround plan={plan} geometry={geometry} labels />
      <BoxLayer structure={props.structure} index={props.index} geometry={geometry} hint={props.hint} position={props.position} />
      <InkLayer plan={plan} inks={inks} fresh={fresh} />
      <Show when={thought()}>{(marks) => <ThoughtLayer centres={centres} thought={marks()} />}</Show>
      <Show when={plan.crossing}>
        <StripLayer plan={plan} live={live} onPress={press} />
      </Show>
      <HitLayer
        centres={centres}
        shapeOf={shape}
        labelOf={label}
        live={live}
        pressed={(line) => selected().includes(line)}
        onPress={press}
      />
    </BoardFrame>
  );
}
