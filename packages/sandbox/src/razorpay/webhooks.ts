import { createHmac } from "node:crypto";
import { DAY_MS, type EpochMs, HOUR_MS, type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { DurableMap, noPartLogs, type PartLogs } from "../event-log/part-log.ts";
import { type RazorpayEvent, toSeconds } from "./ledger.ts";

/** `duplicate`: each twice under one id; `reverse`: a change's events in reverse; `withhold`: none until `release`. */
export type WebhookManner = "prompt" | "duplicate" | "reverse" | "withhold";

export interface WebhookEvent {
  readonly id: string;
  readonly event: string;
  readonly body: string;
  readonly signature: string;
  readonly createdAt: EpochMs;
  /** The status of every delivery so far, in order; 0 without an answer in time. */
  readonly deliveries: readonly number[];
}

export interface Webhooks {
  send(events: readonly RazorpayEvent[]): void;
  resume(): void;
  setManner(manner: WebhookManner): void;
  readonly manner: () => WebhookManner;
  list(): readonly WebhookEvent[];
  release(order?: "forward" | "reverse"): Promise<void>;
  /** The dashboard's button: the same event again. */
  replay(id: string): Promise<boolean>;
  /** Resolves when every released event has been tried once. */
  idle(): Promise<void>;
  clear(): void;
  stop(): void;
}

const ANSWER_WITHIN_MS = 5 * SECOND_MS;
const RETRY_FIRST_MS = SECOND_MS;
const RETRY_MAX_MS = HOUR_MS;
const KEPT_MAX = 1_000;

export interface WebhookDeps {
  readonly clock: HumanClock;
  /** `null` without a listener. */
  readonly url: () => string | null;
  readonly secret: string;
  readonly accountId: string;
  readonly drawId: () => string;
  readonly wait: (durationMs: number, signal: AbortSignal) => Promise<unknown>;
  readonly memories?: PartLogs;
}

/** Events: created and signed once, stored with their deliveries. */
function createEventLog({ secret, accountId, drawId, memories = noPartLogs }: WebhookDeps) {
  const events = new DurableMap<WebhookEvent>(memories.memory("razorpay.webhooks"));
  return {
    events,
    keep({ name, at, payment, order, refund }: RazorpayEvent): string {
      const parts = Object.entries({ payment, order, refund }).filter(([, entity]) => entity !== undefined);
      const body = JSON.stringify({
        entity: "event",
        account_id: accountId,
        event: name,
        contains: parts.map(([part]) => part),
        payload: Object.fromEntries(parts.map(([part, entity]) => [part, { entity }])),
        created_at: toSeconds(at),
      });
      const id = drawId();
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      events.set(id, { id, event: name, body, signature, createdAt: at, deliveries: [] });
      for (const oldest of events.keys()) {
        if (events.size <= KEPT_MAX) break;
        events.delete(oldest);
      }
      return id;
    },
    record(id: string, status: number): void {
      const event = events.get(id);
      if (event) events.set(id, { ...event, deliveries: [...event.deliveries, status] });
    },
  };
}

async function post(url: string | null, { id, body, signature }: WebhookEvent, signal: AbortSignal): Promise<number> {
  if (url === null) return 0;
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", "x-razorpay-signature": signature, "x-razorpay-event-id": id },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** Retries every event until it is accepted or a day has passed. */
function createDelivery({ clock, url, wait }: WebhookDeps, { events, record }: ReturnType<typeof createEventLog>) {
  async function tryOnce(id: string, signal: AbortSignal): Promise<boolean> {
    const event = events.get(id);
    if (!event || signal.aborted) return true;
    const status = await post(url(), event, signal);
    record(id, status);
    return status >= 200 && status < 300;
  }

  async function retry(id: string, signal: AbortSignal): Promise<void> {
    for (let delayMs = RETRY_FIRST_MS; ; delayMs = Math.min(2 * delayMs, RETRY_MAX_MS)) {
      await wait(delayMs, signal);
      const event = events.get(id);
      if (!event || clock.now() - event.createdAt > DAY_MS) return;
      if (await tryOnce(id, signal)) return;
    }
  }

  return async function deliver(ids: readonly string[], copies: number, signal: AbortSignal): Promise<void> {
    for (const id of ids) {
      const taken = await Promise.all(Array.from({ length: copies }, () => tryOnce(id, signal)));
      // Only the simulator's end aborts a wait.
      if (!taken.every(Boolean)) retry(id, signal).catch(() => {});
    }
  };
}

const isTaken = ({ deliveries }: WebhookEvent): boolean => deliveries.some((status) => status >= 200 && status < 300);

export function createWebhooks(deps: WebhookDeps): Webhooks {
  const log = createEventLog(deps);
  const deliver = createDelivery(deps, log);
  let manner: WebhookManner = "prompt";
  let withheld: string[] = [];
  let running = new Set<Promise<void>>();
  let stopper = new AbortController();

  function start(ids: readonly string[], copies: number): Promise<void> {
    const mine = running;
    const round = deliver(ids, copies, stopper.signal).finally(() => mine.delete(round));
    mine.add(round);
    return round;
  }

  function resume(): void {
    const waiting = [...log.events.values()].filter((event) => !isTaken(event)).map(({ id }) => id);
    if (waiting.length > 0) void start(waiting, 1);
  }

  return {
    resume,
    send(events) {
      const ids = events.map(log.keep);
      if (ids.length === 0) return;
      if (manner === "withhold") withheld.push(...ids);
      else void start(manner === "reverse" ? ids.toReversed() : ids, manner === "duplicate" ? 2 : 1);
    },
    setManner(next) {
      manner = next;
    },
    manner: () => manner,
    list: () => [...log.events.values()],
    release(order = "forward") {
      const ids = order === "reverse" ? withheld.toReversed() : withheld;
      withheld = [];
      return start(ids, 1);
    },
    async replay(id) {
      if (!log.events.has(id)) return false;
      await start([id], 1);
      return true;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    clear() {
      stopper.abort();
      stopper = new AbortController();
      running = new Set();
      log.events.clear();
      withheld = [];
      manner = "prompt";
    },
    stop: () => stopper.abort(),
  };
}
