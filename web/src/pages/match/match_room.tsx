// A match that has been loaded: the board in the middle, around it whose turn it is, the seats, the history and what the machine thinks.
import { createMemo, createSignal, Show } from "solid-js";
import { GameView, hasSides, seenFromFar } from "../../board";
import { Badge, Button, Page, Tabs, type BadgeKind, type Tab } from "../../ui";
import { Actions } from "./actions";
import type { Arrival } from "./arrive";
import { HistoryPanel } from "./history_panel";
import { useMatchKeys } from "./keys";
import { LinksPanel } from "./links_panel";
import "./match.css";
import { OptionsPanel } from "./options_panel";
import { headline } from "./outcome";
import { queueText } from "./queue";
import { PerceptsPanel } from "./percepts_panel";
import { ResultBanner } from "./result_banner";
import { Scrubber } from "./scrubber";
import { SeatsPanel } from "./seats_panel";
import { createSession, type Session } from "./session";
import { keepSide, keptSide } from "./side";
import { isLive, rolesToMove, waitingFor, withoutSent } from "./state";
import { StatePanel } from "./state_panel";
import { thinkingAt, ThinkingPanel } from "./thinking_panel";

const kStates: Record<string, { text: string; kind: BadgeKind }> = {
  starting: { text: "Starting", kind: "accent" },
  running: { text: "Live", kind: "success" },
  ended: { text: "Ended", kind: "plain" },
  aborted: { text: "Ended early", kind: "warning" },
};

function turnText(session: Session): string {
  const state = session.state();
  if (!isLive(state.view)) return headline(state.view);
  if (state.view.queue_place) return queueText(state.view.queue_place);
  if (state.view.state === "starting") return "Waiting for everybody to take their seats.";
  const own = rolesToMove(state);
  if (own.length > 0) return state.view.viewer.length > 1 ? `Your move, ${own.map((role) => state.view.roles[role]).join(" and ")}` : "Your move";
  const others = state.view.roles.filter((role, index) => role !== "random" && waitingFor(state)[index] && !state.view.viewer.includes(index));
  return others.length > 0 ? `Waiting for ${others.join(" and ")}` : "Waiting";
}

export function MatchRoom(props: { arrival: Arrival; startAt: number | null }) {
  const { view: first, kept, tokens } = props.arrival;
  const session = createSession(first, kept, tokens, props.startAt);
  const { view } = session;
  const [tab, setTab] = createSignal("moves");
  const [onBoard, setOnBoard] = createSignal(true);
  const [side, setSide] = createSignal(keptSide(first.id));
  let options: HTMLDivElement | undefined;

  const atNow = () => session.cursor() === null;
  const ownTurn = createMemo(() => rolesToMove(session.state()).length > 0);
  const position = createMemo(() => (atNow() ? withoutSent(session.shown(), session.state().sent) : session.shown()));
  const lastMoves = () => view().history[session.shown().step - 1]?.moves;
  const overlay = () => {
    const thinking = onBoard() ? thinkingAt(session.state().thinking, session.shown().step)[0] : undefined;
    return thinking?.step === session.shown().step ? thinking.thought : null;
  };

  const turned = createMemo(() => {
    const { structure, viewer, hint } = view();
    return side() ?? (structure ? seenFromFar(structure, viewer, hint) : false);
  });
  function turn() {
    const far = !turned();
    setSide(far);
    keepSide(first.id, far);
  }

  function focusSearch() {
    if (view().viewer.length === 0 || !isLive(view())) return;
    setTab("options");
    queueMicrotask(() => options?.querySelector<HTMLElement>("input, button")?.focus());
  }

  useMatchKeys({ cursor: session.cursor, now: () => view().position.step, jump: session.jump, search: focusSearch });

  const tabs = createMemo<Tab[]>(() => {
    const playing = view().viewer.length > 0 && isLive(view());
    return [
      { id: "moves", label: "Moves", content: () => <HistoryPanel session={session} /> },
      ...(playing ? [{ id: "options", label: "Options", content: () => <OptionsPanel session={session} ref={(element) => (options = element)} /> }] : []),
      ...(view().show_thoughts
        ? [{ id: "thinking", label: "Thinking", content: () => <ThinkingPanel session={session} onBoard={onBoard()} onToggle={setOnBoard} /> }]
        : []),
      ...(view().hidden ? [{ id: "percepts", label: "Seen", content: () => <PerceptsPanel session={session} /> }] : []),
      { id: "state", label: "State", content: () => <StatePanel position={session.shown()} /> },
    ];
  });

  const badge = () => kStates[view().state] ?? { text: view().state, kind: "plain" as const };
  return (
    <Page wide title={view().title || "Match"} windowTitle={ownTurn() ? `Your move: ${view().title}` : view().title} actions={<Actions session={session} />}>
      <div class="match">
        <section class="match__main" aria-label="Board">
          <div class="match__bar">
            <Badge kind={badge().kind}>{badge().text}</Badge>
            <Show
              when={atNow() || !isLive(view())}
              fallback={
                <span class="match__past">
                  You look at position {session.shown().step} of {view().position.step}.
                  <Button size="small" onClick={session.toNow}>
                    Back to now
                  </Button>
                </span>
              }
            >
              <span class="match__turn" classList={{ "match__turn--own": ownTurn() }} role="status">
                {turnText(session)}
              </span>
            </Show>
            <Show when={view().watchers > 0}>
              <span class="small muted">{view().watchers === 1 ? "1 watcher" : `${view().watchers} watchers`}</span>
            </Show>
            <Show when={view().structure && hasSides(view().structure!)}>
              <Button size="small" aria-pressed={turned()} onClick={turn}>
                Turn the board
              </Button>
            </Show>
          </div>
          <div class="match__board" classList={{ "match__board--late": session.shownIsLate() }} aria-busy={session.shownIsLate()}>
            <Show when={view().structure} fallback={<p class="muted">There is no drawing of this game; moves are under Options, the position under State.</p>}>
              {(structure) => (
                <GameView
                  structure={structure()}
                  position={position()}
                  roles={view().roles}
                  viewer={view().viewer}
                  lastMoves={lastMoves()}
                  hint={view().hint}
                  thought={overlay()}
                  turned={turned()}
                  disabled={!atNow() || !ownTurn() || session.sending()}
                  onMove={session.move}
                />
              )}
            </Show>
          </div>
          <Scrubber session={session} />
        </section>
        <aside class="match__side">
          <ResultBanner session={session} />
          <SeatsPanel session={session} />
          <LinksPanel session={session} />
          <Tabs class="match__tabs card" label="About the match" tabs={tabs()} selected={tab()} onSelect={setTab} />
        </aside>
      </div>
    </Page>
  );
}
