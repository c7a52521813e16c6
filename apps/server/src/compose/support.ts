import { supportHandlers } from "../features/support/support.routes.ts";
import { createSupportService } from "../features/support/support.service.ts";
import { createSupportStore } from "../features/support/support.store.pg.ts";
import type { Platform } from "./platform.ts";

export const composeSupport = ({ database, humanClock: clock, limiter, postMail }: Platform) =>
  supportHandlers(createSupportService({ store: createSupportStore(database), clock, limiter, postMail }));
