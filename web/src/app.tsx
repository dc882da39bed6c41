// The routes. The gallery is part of the first script, since it is the first view of most visitors and a chunk of its own would cost
// them one more round of requests; every other page is a chunk.
import { Route, Router } from "@solidjs/router";
import { lazy } from "solid-js";
import Games from "./pages/games";
import { NotFound } from "./shell/not_found";
import { Shell } from "./shell/shell";

const Game = lazy(() => import("./pages/game"));
const NewMatch = lazy(() => import("./pages/game/new"));
const Play = lazy(() => import("./pages/match"));
const Watch = lazy(() => import("./pages/watch"));
const Studio = lazy(() => import("./pages/studio"));
const Tournaments = lazy(() => import("./pages/tournaments"));
const Tournament = lazy(() => import("./pages/tournaments/one"));
const Help = lazy(() => import("./pages/help"));

export function App() {
  return (
    <Router root={Shell}>
      <Route path="/" component={Games} />
      <Route path="/game/:name" component={Game} />
      <Route path="/new/:name?" component={NewMatch} />
      <Route path={["/play/:id", "/watch/:id"]} component={Play} />
      <Route path="/watch" component={Watch} />
      <Route path="/studio" component={Studio} />
      <Route path="/tournaments" component={Tournaments} />
      <Route path="/tournaments/:id" component={Tournament} />
      <Route path={["/help", "/help/:lesson"]} component={Help} />
      <Route path="*" component={NotFound} />
    </Router>
  );
}
