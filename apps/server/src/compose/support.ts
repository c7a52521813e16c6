import { SECOND_MS } from "@vriddhi/core/time/clock";
import { supportHandlers } from "../features/support/support.routes.ts";
import { createSupportService } from "../features/support/support.service.ts";
import { createSupportStore } from "../features/support/support.store.pg.ts";
import { threadHandlers } from "../features/support/thread.routes.ts";
import { createThreadService } from "../features/support/thread.service.ts";
import { createThreadStore, SUPPORT_WAITS } from "../features/support/thread.store.pg.ts";
import type { Publish } from "../platform/events/publish.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

const LOOK_FOR_ABSENT_EVERY_MS = 5 * SECOND_MS;

export function composeSupport(platform: Platform, closing: Closing, publish: Publish) {
  const { database, humanClock: clock, limiter, postMail, audit, isWorker, workWatch } = platform;
  const store = createThreadStore(database);
  const threads = createThreadService({ store, clock, limiter, postMail, audit, publish });
  if (isWorker) {
    const whileUnseen = { everyMs: LOOK_FOR_ABSENT_EVERY_MS, waits: SUPPORT_WAITS };
    closing.add("support mails", workWatch.pollWhile("support mails", threads.mailThoseAway, whileUnseen).stop);
  }
  return {
    ...supportHandlers(createSupportService({ store: createSupportStore(database), clock, limiter, postMail }), store),
    ...threadHandlers({ store, service: threads, clock }),
  };
}
