import { type EpochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Moment } from "../broker/wire.ts";
import { type DrawToken, nextExpiry } from "./sessions.ts";

/** Kite's site: password given and code awaited, or logged in by cookie. */
export interface WebVisits {
  /** After the right password; returns the `request_id` for the second step. */
  begin(client: string, at: Moment): string;
  /** The client whose password is right; `null` when the `request_id` has expired. */
  waiting(requestId: string, at: Moment): string | null;
  finish(requestId: string, client: string, at: Moment): string;
  visitor(cookie: string, market: EpochMs): string | null;
  endAll(client: string | null): void;
}

const STEP_MS = 5 * MINUTE_MS;

interface Visit {
  readonly client: string;
  readonly until: EpochMs;
}

/** One entry per client: a new one replaces the previous. */
function createVisitBook() {
  const visits = new Map<string, Visit>();
  const keys = new Map<string, string>();
  return {
    add(key: string, visit: Visit): void {
      visits.delete(keys.get(visit.client) ?? "");
      keys.set(visit.client, key);
      visits.set(key, visit);
    },
    find(key: string, now: EpochMs): string | null {
      const visit = visits.get(key);
      return visit === undefined || now >= visit.until ? null : visit.client;
    },
    remove(client: string | null): void {
      if (client === null) {
        visits.clear();
        keys.clear();
        return;
      }
      visits.delete(keys.get(client) ?? "");
      keys.delete(client);
    },
  };
}

export function createWebVisits(drawToken: DrawToken): WebVisits {
  const steps = createVisitBook();
  const cookies = createVisitBook();
  return {
    begin(client, at) {
      const requestId = drawToken("login", client, at);
      steps.add(requestId, { client, until: later(at.human, STEP_MS) });
      return requestId;
    },
    waiting: (requestId, at) => steps.find(requestId, at.human),
    finish(requestId, client, at) {
      steps.remove(client);
      const cookie = drawToken(`cookie:${requestId}`, client, at);
      cookies.add(cookie, { client, until: nextExpiry(at.market) });
      return cookie;
    },
    visitor: (cookie, market) => cookies.find(cookie, market),
    endAll(client) {
      steps.remove(client);
      cookies.remove(client);
    },
  };
}
