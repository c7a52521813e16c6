import { SECOND_MS } from "@vriddhi/core/time/clock";
import { withTimeout } from "../clock/with-timeout.ts";
import type { Logger } from "../log/logger.ts";

/** A database restart takes a moment and needs no alert. */
const DOWN_AFTER_MS = 5 * SECOND_MS;
/** A busy database answers late; beyond this it counts as down. */
const ANSWER_WITHIN_MS = 10 * SECOND_MS;

export interface DatabaseWatchDeps {
  ask(): Promise<unknown>;
  /** Sends the alert without the database. */
  sendAlert(news: "gone" | "back"): Promise<void>;
  /** Records an outage that was reported, once the database is back. */
  recordOutage(lengthMs: number): Promise<void>;
  readonly log: Logger;
  nowMs(): number;
}

/** Sent directly, once on the outage and once on recovery: without a database nothing can be queued. */
export function watchDatabase({ ask, sendAlert, recordOutage, log, nowMs }: DatabaseWatchDeps): () => Promise<void> {
  let failingSince: number | null = null;
  let hasAlerted = false;

  async function alert(news: "gone" | "back"): Promise<void> {
    await sendAlert(news).catch((cause: unknown) => log.error({ err: cause, news }, "database: outage alert not sent"));
  }

  return async () => {
    const from = nowMs();
    const isThere = await withTimeout(ANSWER_WITHIN_MS, ask()).then(
      (answer) => answer !== "late",
      () => false,
    );
    if (isThere) {
      const lengthMs = nowMs() - (failingSince ?? from);
      failingSince = null;
      if (!hasAlerted) return;
      hasAlerted = false;
      log.info({}, "database: available again");
      await recordOutage(lengthMs).catch((cause: unknown) =>
        log.error({ err: cause }, "database: outage not recorded"),
      );
      return alert("back");
    }
    failingSince ??= from;
    if (hasAlerted || nowMs() - failingSince < DOWN_AFTER_MS) return;
    hasAlerted = true;
    log.error({ forMs: nowMs() - failingSince }, "database: unavailable, nothing is sent until it is back");
    await alert("gone");
  };
}
