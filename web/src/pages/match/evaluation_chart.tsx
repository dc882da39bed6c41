import { createMemo, Show } from "solid-js";
import { Chart, type Series } from "../../charts";
import type { Session } from "./session";
import { seriesColour } from "./role_mark";
import { evaluation } from "./walk";

/** Expected goals along the match as the movers told them; nothing if nobody did. */
export function EvaluationChart(props: { session: Session }) {
  const view = () => props.session.view();
  const data = createMemo(() => evaluation(view().history, view().roles.length, view().goals));
  const series = createMemo(() =>
    data().values.flatMap((values, role): Series[] =>
      values ? [{ label: view().roles[role] ?? "", values, colour: seriesColour(view().roles, role) }] : [],
    ),
  );
  return (
    <Show when={series().length > 0}>
      <Chart
        label="Expected goals"
        x={data().steps}
        series={series()}
        yRange={[0, 100]}
        xLabel="step"
        wholeX
        marker={props.session.cursor() ?? view().position.step}
        onPick={(index) => props.session.jump(data().steps[index] ?? 0)}
      />
    </Show>
  );
}
