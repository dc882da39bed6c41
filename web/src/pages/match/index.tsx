// The page of a match, for those who play it, watch it, or look at it afterwards.
import { useLocation, useNavigate, useParams, useSearchParams } from "@solidjs/router";
import { createMemo, Match, Switch } from "solid-js";
import { seatsInFragment } from "../../matches/seats";
import { createLoad } from "../../shell/load";
import { ErrorState, Page, Spinner } from "../../ui";
import { arrive } from "./arrive";
import { MatchRoom } from "./match_room";

export default function MatchPage() {
  const params = useParams<{ id: string }>();
  const [query] = useSearchParams<{ step?: string }>();
  const location = useLocation();
  const navigate = useNavigate();
  const asWatcher = createMemo(() => location.pathname.startsWith("/watch/"));
  const place = createMemo(() => ({ id: params.id, asWatcher: asWatcher() }), undefined, {
    equals: (a, b) => a.id === b.id && a.asWatcher === b.asWatcher,
  });

  const arrival = createLoad(place, ({ id, asWatcher: watching }, signal) => {
    const seats = seatsInFragment(location.hash);
    // The token must not stay where it can be read over a shoulder or copied by accident.
    if (seats.length > 0) navigate(location.pathname + location.search, { replace: true, scroll: false });
    return arrive(id, seats, watching, signal);
  });
  const startAt = () => (query.step !== undefined && /^\d+$/.test(query.step) ? Number(query.step) : null);

  return (
    <Switch>
      <Match when={arrival.error()}>
        <Page title="Match">
          <ErrorState error={arrival.error()} onRetry={arrival.retry} />
        </Page>
      </Match>
      <Match when={arrival.data()} keyed>
        {(it) => <MatchRoom arrival={it} startAt={startAt()} />}
      </Match>
      <Match when={arrival.loading()}>
        <Page title="Match">
          <Spinner label="Loading the match" />
        </Page>
      </Match>
    </Switch>
  );
}
