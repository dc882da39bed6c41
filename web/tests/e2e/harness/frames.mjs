// What frames cost while something happens on a page. Three measures, since a busy machine spoils the first: when frames came, how many
// the compositor drew and dropped, and the processor time that the page's main thread had for one, which is what our code is to blame for.
const kTraced = ["devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame"];
const kFrame = 1000 / 60;
const kTimes = { all: "TaskDuration", script: "ScriptDuration", style: "RecalcStyleDuration", layout: "LayoutDuration" };

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function watchFrames() {
  const seen = { frames: [], longTasks: 0, over: false };
  window.seenFrames = seen;
  const observer = new PerformanceObserver((list) => (seen.longTasks += list.getEntries().length));
  observer.observe({ type: "longtask" });
  const next = (now) => {
    seen.frames.push(now);
    if (seen.over) observer.disconnect();
    else requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

async function mainThreadTimes(wire) {
  const { metrics } = await wire.send("Performance.getMetrics");
  const values = Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
  return Object.entries(kTimes).map(([name, metric]) => [name, values[metric]]);
}

/** Runs `work` and returns what its frames cost; times are milliseconds. */
export async function measureFrames(page, work) {
  const browser = page.context().browser();
  const wire = await page.context().newCDPSession(page);
  // Processor time, not time that went by.
  await wire.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.evaluate(watchFrames);
  await browser.startTracing(page, { categories: kTraced });
  const before = await mainThreadTimes(wire);
  await work();
  const after = await mainThreadTimes(wire);
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const { frames, longTasks } = await page.evaluate(() => {
    window.seenFrames.over = true;
    return window.seenFrames;
  });
  await wire.detach();
  const intervals = frames.slice(1).map((at, index) => at - frames[index]);
  const traced = (name) => trace.traceEvents.filter((event) => event.name === name).length;
  return {
    frames: intervals.length,
    interval: middle(intervals),
    slowest: Math.max(...intervals),
    late: intervals.filter((interval) => interval > 1.5 * kFrame).length,
    drawn: traced("DrawFrame"),
    dropped: traced("DroppedFrame"),
    longTasks,
    perFrame: Object.fromEntries(after.map(([name, time], index) => [name, (time - before[index][1]) / intervals.length])),
  };
}

export function framesText({ frames, interval, slowest, late, drawn, dropped, longTasks, perFrame }) {
  const parts = Object.entries(perFrame).map(([name, time]) => `${name} ${time.toFixed(2)}`);
  return (
    `${frames} frames, median ${interval.toFixed(1)} ms, slowest ${slowest.toFixed(0)} ms, ${late} late, ${drawn} drawn, ${dropped} dropped, ` +
    `${longTasks} long tasks; processor time of the main thread a frame in ms: ${parts.join(", ")}`
  );
}
