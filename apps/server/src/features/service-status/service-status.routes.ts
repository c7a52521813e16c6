import { ok } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { ShownStatus } from "./status-board.ts";

const orNull = (at: EpochMs | null): string | null => (at === null ? null : toTimestamp(at));

export const serviceStatusHandlers = (board: () => Promise<ShownStatus>): Handlers<"readServiceStatus"> => ({
  async readServiceStatus() {
    const { asOf, market, parts, incidents } = await board();
    return ok({
      as_of: orNull(asOf),
      market,
      parts: parts.map(({ part, state, figures, day }) => ({ part, state, figures, day })),
      incidents: incidents.map(({ part, beganAt, endedAt }) => ({
        part,
        began_at: toTimestamp(beganAt),
        ended_at: orNull(endedAt),
      })),
    });
  },
});
