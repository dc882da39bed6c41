// A small picture of a position for cards: the largest board, or what the players hold. It has no listeners.
import { createMemo, For, Match, Show, Switch } from "solid-js";
import type { Hint, Position, Structure, StructureBoard } from "../api/types";
import { GroundLayer, LinkLayer, PieceLayer, viewBoxText } from "./board_layers";
import { roleColours } from "./colours";
import { BoardArt } from "./contents";
import { geometryOf } from "./geometry";
import type { Glyph } from "./glyph";
import { GlyphView } from "./glyph_view";
import { handPictures } from "./holdings";
import { BoxLayer, InkLayer, LineGround } from "./line_layers";
import { inksOf, isLineBoard, linePlan } from "./lines";
import { PlaceGround, ThingLayer } from "./place_layers";
import { itemBoxes, placeLayout, placesAt } from "./places";
import { shownBoards } from "./shown_boards";
import "./inks.css";
import "./board.css";
import "./thumbnail.css";

export interface ThumbnailProps {
  structure: Structure;
  position: Position;
  hint?: Hint | null | undefined;
}

const kMostGlyphs = 8;
const kPerRow = 4;

function PlacesThumbnail(props: ThumbnailProps & { index: number; board: StructureBoard }) {
  const layout = createMemo(() => placeLayout(props.board));
  const boxes = createMemo(() => itemBoxes(props.board, layout(), placesAt(props.board, props.index, props.position)));
  return (
    <svg class="thumbnail" viewBox={viewBoxText(layout())} aria-hidden="true">
      <PlaceGround layout={layout()} labels={false} hint={props.hint} />
      <ThingLayer board={props.board} boxes={boxes()} hint={props.hint} />
    </svg>
  );
}

function LineThumbnail(props: ThumbnailProps & { index: number }) {
  const drawing = createMemo(() => {
    const art = new BoardArt(props.structure, props.index, props.hint);
    const geometry = geometryOf(art.board, props.hint);
    return { art, geometry, plan: linePlan(art.board, geometry) };
  });
  return (
    <Show when={drawing()} keyed>
      {({ art, geometry, plan }) => (
        <svg class="thumbnail" viewBox={viewBoxText(geometry)} aria-hidden="true">
          <LineGround plan={plan} geometry={geometry} labels={false} />
          <BoxLayer structure={props.structure} index={props.index} geometry={geometry} hint={props.hint} position={props.position} />
          <InkLayer plan={plan} inks={() => inksOf(plan, art, props.position)} />
        </svg>
      )}
    </Show>
  );
}

function BoardThumbnail(props: ThumbnailProps & { index: number }) {
  const board = createMemo(() => {
    const art = new BoardArt(props.structure, props.index, props.hint);
    return { art, plan: { board: art.board, geometry: geometryOf(art.board, props.hint), ground: art.ground, signs: art.signs } };
  });
  return (
    <Show when={board()} keyed>
      {({ art, plan }) => (
        <svg class={`thumbnail board--${plan.ground}`} viewBox={viewBoxText(plan.geometry)} aria-hidden="true">
          <GroundLayer plan={plan} labels={false} />
          <LinkLayer geometry={plan.geometry} links={() => art.linksOf(props.position)} />
          <PieceLayer geometry={plan.geometry} items={() => art.itemsOf(props.position)} />
        </svg>
      )}
    </Show>
  );
}

// A game without a board shows its cards, and failing that one counter for each player.
function glyphsOf(structure: Structure, position: Position, hint: Hint | null | undefined): Glyph[] {
  const held = structure.hands.flatMap((_, hand) => {
    const pictureOf = handPictures(structure, position, hand, hint);
    return (position.scene.hands[hand] ?? []).flatMap(({ item }) => pictureOf(item) ?? []);
  });
  if (held.length > 0) return held.slice(0, kMostGlyphs);
  const colours = roleColours(structure.roles);
  return structure.roles
    .flatMap((role, r): Glyph[] => (role === "random" ? [] : [{ symbol: "person", colour: colours[r] ?? "grey", name: role }]))
    .slice(0, kMostGlyphs);
}

export function Thumbnail(props: ThumbnailProps) {
  const index = createMemo(() => {
    const size = (b: number) => props.structure.boards[b]?.cells.length ?? 0;
    return shownBoards(props.structure, props.hint).reduce<number | null>((best, b) => (best === null || size(b) > size(best) ? b : best), null);
  });
  const glyphs = createMemo(() => (index() === null ? glyphsOf(props.structure, props.position, props.hint) : []));
  const board = () => props.structure.boards[index() ?? -1];
  const rows = () => Math.ceil(glyphs().length / kPerRow);
  const columns = () => Math.min(kPerRow, glyphs().length);
  return (
    <Show
      when={index() !== null}
      fallback={
        <svg class="thumbnail" viewBox={`-60 -60 ${columns() * 100 + 20} ${rows() * 100 + 20}`} aria-hidden="true">
          <For each={glyphs()}>
            {(glyph, g) => <GlyphView glyph={glyph} transform={`translate(${(g() % kPerRow) * 100} ${Math.floor(g() / kPerRow) * 100})`} />}
          </For>
        </svg>
      }
    >
      <Show when={board()} keyed>
        {(found) => (
          <Switch fallback={<BoardThumbnail {...props} index={index() ?? 0} />}>
            <Match when={isLineBoard(found)}>
              <LineThumbnail {...props} index={index() ?? 0} />
            </Match>
            <Match when={found.shape === "places"}>
              <PlacesThumbnail {...props} index={index() ?? 0} board={found} />
            </Match>
          </Switch>
        )}
      </Show>
    </Show>
  );
}
