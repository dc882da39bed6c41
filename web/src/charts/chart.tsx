// Lines, points and bars over a common x, drawn by uPlot. The wrapper follows the width of its place and the theme, reads values out under
// the pointer, and shows a sentence where there is nothing to draw.
import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { appearance } from "../shell/theme";
import "./chart.css";
import { chartData, hasPoints, type Series } from "./data";

export interface ChartProps {
  /** What the chart shows, for those who do not see it and as its heading. */
  label: string;
  x: readonly number[];
  series: readonly Series[];
  xLabel?: string;
  yLabel?: string;
  /** Ticks of x at whole numbers only: steps, games. */
  wholeX?: boolean;
  /** Fixed bounds; without them the data decides. */
  yRange?: readonly [number, number];
  height?: number;
  hideLabel?: boolean;
  emptyText?: string;
  /** A vertical line, such as the position that is looked at. */
  marker?: number | null;
  /** A click picks the nearest point; the argument counts in `x`. */
  onPick?: (index: number) => void;
}

const kColours = 6;
const kWholeSteps = [1, 10, 100, 1000, 10_000].flatMap((power) => [power, 2 * power, 5 * power]);

function colourName(series: Series, index: number): string {
  return series.colour ?? `--series-${(index % kColours) + 1}`;
}

// Custom properties that hold light-dark() are only resolved where they are used as a colour.
function resolveColour(place: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  place.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

export function Chart(props: ChartProps) {
  let place!: HTMLDivElement;
  let plot: uPlot | null = null;
  const [width, setWidth] = createSignal(0);
  const [under, setUnder] = createSignal<number | null>(null);
  const height = () => props.height ?? 160;
  const drawable = createMemo(() => hasPoints(props.x, props.series));
  const shape = createMemo(() => JSON.stringify([props.series.map((one) => [one.label, one.kind, one.colour]), props.yRange, props.xLabel, props.yLabel]));

  function options(): uPlot.Options {
    const text = resolveColour(place, "--colour-text-muted");
    const line = resolveColour(place, "--colour-line");
    const axis = (label: string | undefined): uPlot.Axis => ({
      stroke: text,
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line, width: 1 },
      font: "12px system-ui, sans-serif",
      ...(label ? { label, labelSize: 18, labelFont: "12px system-ui, sans-serif" } : {}),
    });
    return {
      width: Math.max(width(), 80),
      height: height(),
      padding: [8, 12, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { time: false }, y: props.yRange ? { range: [props.yRange[0], props.yRange[1]] } : {} },
      axes: [
        { ...axis(props.xLabel), size: 28, ...(props.wholeX ? { incrs: kWholeSteps } : {}) },
        { ...axis(props.yLabel), size: 44 },
      ],
      series: [{}, ...props.series.map((one, index) => seriesOptions(one, resolveColour(place, colourName(one, index))))],
      hooks: { setCursor: [(self) => setUnder(self.cursor.idx ?? null)], draw: [drawMarker] },
    };
  }

  function seriesOptions(one: Series, stroke: string): uPlot.Series {
    const bars = one.kind === "bars" ? { paths: uPlot.paths.bars!({ size: [0.8, 60] }), fill: stroke, points: { show: false } } : {};
    const points = one.kind === "points" ? { paths: () => null, points: { show: true, size: 6, fill: stroke } } : {};
    return { label: one.label, stroke, width: 2, spanGaps: true, ...bars, ...points };
  }

  function drawMarker(self: uPlot) {
    const at = props.marker;
    if (at === null || at === undefined) return;
    const x = Math.round(self.valToPos(at, "x", true));
    if (x < self.bbox.left || x > self.bbox.left + self.bbox.width) return;
    const { ctx } = self;
    ctx.save();
    ctx.strokeStyle = resolveColour(place, "--colour-text-muted");
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.moveTo(x, self.bbox.top);
    ctx.lineTo(x, self.bbox.top + self.bbox.height);
    ctx.stroke();
    ctx.restore();
  }

  function rebuild() {
    plot?.destroy();
    plot = null;
    setUnder(null);
    if (!drawable() || width() === 0) return;
    plot = new uPlot(options(), chartData(props.x, props.series), place);
    plot.over.addEventListener("click", () => {
      const index = plot?.cursor.idx;
      if (index !== null && index !== undefined) props.onPick?.(index);
    });
  }

  onMount(() => {
    const observer = new ResizeObserver((entries) => setWidth(Math.floor(entries[0]?.contentRect.width ?? 0)));
    observer.observe(place);
    createEffect(on([shape, drawable, appearance, () => width() > 0], rebuild));
    createEffect(on([() => props.x, () => props.series], () => plot?.setData(chartData(props.x, props.series)), { defer: true }));
    createEffect(on([width, height], ([w, h]) => w > 0 && plot?.setSize({ width: w, height: h }), { defer: true }));
    createEffect(on(() => props.marker, () => plot?.redraw(false), { defer: true }));
    onCleanup(() => {
      observer.disconnect();
      plot?.destroy();
    });
  });

  const reading = (one: Series) => {
    const index = under();
    const value = index === null ? null : one.values[index];
    return value === null || value === undefined ? "" : String(Math.round(value * 100) / 100);
  };

  return (
    <figure class="chart" classList={{ "chart--pick": props.onPick !== undefined }}>
      <figcaption class={props.hideLabel ? "visually-hidden" : "chart__label"}>{props.label}</figcaption>
      <div class="chart__place" ref={place} role="img" aria-label={props.label}>
        <Show when={!drawable()}>
          <div class="chart__empty" ref={(element) => element.style.setProperty("height", `${height()}px`)}>
            {props.emptyText ?? "Nothing to draw yet."}
          </div>
        </Show>
      </div>
      <Show when={props.series.length > 1 || under() !== null}>
        <ul class="chart__legend">
          <For each={props.series}>
            {(one, index) => (
              <li>
                <span class="chart__swatch" ref={(element) => element.style.setProperty("background", `var(${colourName(one, index())})`)} />
                {one.label}
                <span class="chart__reading">{reading(one)}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </figure>
  );
}
