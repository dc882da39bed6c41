// Starting a match: the order to the server, the tokens into this browser, and the address of the page to go to.
import { api, type RequestOptions } from "../api/client";
import type { NewMatch } from "../api/types";
import { toast } from "../ui/toast";
import { keepMatch, keptOf } from "./seats";

/** `mine` says, per seat of the request, whether this browser plays it. Returns the path of the match's page. */
export async function startMatch(request: NewMatch, mine: readonly boolean[], options?: RequestOptions): Promise<string> {
  const created = await api.createMatch(request, options);
  if (!keepMatch(keptOf(created, request, mine))) {
    toast("The browser keeps no data for this page: your seat is lost when you leave it.", "error");
  }
  return `/${mine.some(Boolean) ? "play" : "watch"}/${encodeURIComponent(created.id)}`;
}
