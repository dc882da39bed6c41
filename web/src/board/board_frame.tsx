// What every board to play on has around its layers: the canvas in its size, and the box of words beside the place that was pressed last.
import { Show, type JSX } from "solid-js";
import type { Hint } from "../api/types";
import { viewBoxText } from "./board_layers";
import { Chooser } from "./chooser";
import { type Geometry, kCell } from "./geometry";
import type { Glyph } from "./glyph";
import type { Ground } from "./ground";
import type { Play } from "./play";
import { SignLegend } from "./sign_layer";
import type { Sign } from "./signs";
import { prettyTerm } from "./terms";
import "./board.css";

export interface BoardFrameProps {
  name: string;
  /** What the board looks like, for its class. */
  ground: Ground | "places";
  geometry: Pick<Geometry, "viewBox">;
  signs: readonly Sign[];
  play: Play;
  /** Number of the place (`data-cell`) that was pressed last, while words are left to choose there. */
  asking: number | null;
  hint?: Hint | null | undefined;
  pictureOf: (word: string) => Glyph | null;
  children: JSX.Element;
}

export function BoardFrame(props: BoardFrameProps) {
  let frame!: HTMLDivElement;
  let canvas!: SVGSVGElement;

  const shapeOf = (place: number | null) => canvas.querySelector<SVGElement>(`[data-cell="${place}"]`);
  const closeChooser = () => {
    const place = props.asking;
    props.play.undo();
    shapeOf(place)?.focus();
  };
  const size = (element: HTMLDivElement) => {
    frame = element;
    element.style.setProperty("--board-width", String(props.geometry.viewBox.width / kCell));
    element.style.setProperty("--board-height", String(props.geometry.viewBox.height / kCell));
  };

  return (
    <div class={`board board--${props.ground}`} ref={size}>
      <svg
        ref={canvas}
        class="board__canvas"
        viewBox={viewBoxText(props.geometry)}
        role="group"
        aria-label={`Board ${prettyTerm(props.name, props.hint)}`}
      >
        {props.children}
      </svg>
      <SignLegend signs={props.signs} />
      <Show when={props.asking !== null}>
        <Chooser
          options={props.play.options()}
          anchor={() => shapeOf(props.asking)}
          frame={() => frame}
          hint={props.hint}
          pictureOf={props.pictureOf}
          onChoose={props.play.choose}
          onClose={closeChooser}
        />
      </Show>
    </div>
  );
}
