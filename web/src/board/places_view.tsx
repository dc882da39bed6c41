// Things in places to play with: press a thing, or the place it lies on top of, then where it goes.
import { createMemo, For, Show } from "solid-js";
import { BoardFrame } from "./board_frame";
import type { BoardViewProps } from "./board_view";
import { HitLayer } from "./hit_layer";
import { BoxShape, PlaceGround, ThingLayer } from "./place_layers";
import { itemBoxes, landingPoint, optionFor, placeLayout, placesAt } from "./places";
import { prettyTerm } from "./terms";
import { ThoughtLayer } from "./thought_layer";
import { thoughtOn } from "./thought_marks";

export function PlacesView(props: BoardViewProps) {
  const board = props.art.board;
  const layout = placeLayout(board);
  const roots = layout.roots;
  const items = board.axes[0]?.values ?? [];
  const kNowhere = { x: 0, y: 0, width: 0, height: 0 };

  const places = createMemo(() => placesAt(board, props.index, props.position));
  const boxes = createMemo(() => itemBoxes(board, layout, places()));
  // What can be pressed: first the places, then the things.
  const spots = createMemo(() => [...layout.rooms, ...boxes().map((box) => box ?? kNowhere)]);
  const cellOf = (spot: number) => spot - roots.length;
  const isThing = (spot: number) => spot >= roots.length;

  const next = createMemo(() => props.play.nextCells().get(props.index) ?? new Set<number>());
  const selected = createMemo(() =>
    props.play.progress().steps.flatMap((step) => (step.kind === "cell" && step.board === props.index ? [step.cell] : [])),
  );
  // A thing stands for itself as a place, then for the place it lies in.
  const option = (spot: number) => {
    const names = isThing(spot) ? [items[cellOf(spot)], places()[cellOf(spot)]] : [roots[spot]];
    return optionFor(props.play.options(), names);
  };
  // Before anything was pressed, a place stands for the only thing there that can move.
  const onlyThing = (spot: number): number | undefined => {
    if (isThing(spot)) return next().has(cellOf(spot)) ? cellOf(spot) : undefined;
    const movable = [...next()].filter((cell) => places()[cell] === roots[spot]);
    return movable.length === 1 ? movable[0] : undefined;
  };
  // Lit is what says something of its own: a thing that can move, and where it can go. A disc on a peg leaves that to the peg.
  const live = (spot: number) => {
    if (!isThing(spot)) return option(spot) !== undefined;
    return optionFor(props.play.options(), [items[cellOf(spot)]]) !== undefined || next().has(cellOf(spot));
  };
  const told = createMemo(() =>
    props.play.options().every(({ words, verb }) => verb === null && words.length === 1 && board.contents.includes(words[0] ?? "")),
  );
  const press = (spot: number) => {
    if (props.play.asked() === null) return;
    const chosen = option(spot);
    if (chosen) props.play.choose(chosen);
    else props.play.press({ kind: "cell", board: props.index, cell: onlyThing(spot) ?? cellOf(spot) });
  };
  const targets = createMemo(() => props.play.options().flatMap(({ words }) => words));
  const thought = createMemo(() => (props.thought ? thoughtOn(props.structure, props.position, props.thought, props.index, ([cell]) => cell) : null));
  const label = (spot: number) => {
    const pretty = (word: string | null | undefined) => prettyTerm(word ?? "nowhere", props.hint);
    if (isThing(spot)) return `${pretty(items[cellOf(spot)])}, on ${pretty(places()[cellOf(spot)])}`;
    const here = items.filter((_, cell) => places()[cell] === roots[spot]);
    return `${pretty(roots[spot])}, ${here.length === 0 ? "empty" : `holds ${here.map(pretty).join(", ")}`}`;
  };

  return (
    <BoardFrame
      name={board.name}
      ground="places"
      geometry={layout}
      signs={[]}
      play={props.play}
      asking={props.play.options().length > 0 && !told() ? roots.length + (selected().at(-1) ?? 0) : null}
      hint={props.hint}
      pictureOf={props.pictureOf}
    >
      <PlaceGround layout={layout} labels hint={props.hint} />
      <ThingLayer board={board} boxes={boxes()} hint={props.hint} />
      <g class="board__lights">
        <For each={props.touched.filter(({ board: on }) => on === props.index)}>
          {({ cell }) => <BoxShape box={boxes()[cell] ?? kNowhere} class="board__outline" round={10} />}
        </For>
        <For each={selected()}>{(cell) => <BoxShape box={boxes()[cell] ?? kNowhere} class="board__outline board__outline--selected" round={10} />}</For>
      </g>
      <g class="board__dots">
        <For each={told() ? targets() : []}>
          {(place) => {
            const point = () => landingPoint(board, layout, places(), place);
            return <circle class="board__dot" cx={point().x} cy={point().y} r="13" />;
          }}
        </For>
      </g>
      <Show when={thought()}>{(marks) => <ThoughtLayer centres={boxes().map((box) => box ?? kNowhere)} thought={marks()} />}</Show>
      <HitLayer
        centres={spots()}
        shapeOf={(spot) => <BoxShape box={spots()[spot] ?? kNowhere} class="board__hit-shape" round={10} />}
        labelOf={label}
        live={live}
        pressed={(spot) => selected().includes(cellOf(spot))}
        onPress={press}
      />
    </BoardFrame>
  );
}
