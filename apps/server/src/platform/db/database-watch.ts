import { SECOND_MS } from "@vriddhi/core/time/clock";
import { withTimeout } from "../clock/with-timeout.ts";
import type { Logger } from "../log/logger.ts";

/** A restart of the database takes a moment and worries nobody. */
const GONE_AFTER_MS = 5 * SECOND_MS;
/** Who is busy answers late; who does not answer for so long is as good as gone. */
const ANSWER_WITHIN_MS = 10 * SECOND_MS;

export interface DatabaseWatchDeps {
  /** Throws when the database cannot be asked. */
  ask(): Promise<unknown>;
  /** Reaches somebody without the database. */
  tell(news: "gone" | "back"): Promise<void>;
  readonly log: Logger;
  /** Never set back. */
  nowMs(): number;
}

/**
 * The one alert that does not come from the ledger: without a database nothing is sent and nothing can be queued, so this
 * process tells it by itself, once, and once more when the database is back.
 */
export function watchDatabase({ ask, tell, log, nowMs }: DatabaseWatchDeps): () => Promise<void> {
  let failingSince: number | null = null;
  let toldGone = false;

  async function say(news: "gone" | "back"): Promise<void> {
    await tell(news).catch((cause: unknown) => log.error({ err: cause, news }, "database: outage alert not sent"));
  }

  return async () => {
    const from = nowMs();
    const isThere = await withTimeout(ANSWER_WITHIN_MS, ask()).then(
      (answer) => answer !== "late",
      () => false,
    );
    if (isThere) {
      failingSince = null;
      if (!toldGone) return;
      toldGone = false;
      log.info({}, "database: available again");
      return say("back");
    }
    failingSince ??= from;
    if (toldGone || nowMs() - failingSince < GONE_AFTER_MS) return;
    toldGone = true;
    log.error({ forMs: nowMs() - failingSince }, "database: unavailable, nothing is sent until it is back");
    await say("gone");
  };
}
