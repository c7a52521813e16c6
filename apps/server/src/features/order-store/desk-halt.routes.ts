import { ok } from "@vriddhi/core/shared/result";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { findHalt } from "./desk-halt.store.pg.ts";
import type { KillSwitch } from "./kill-switch.ts";
import { countOpen } from "./open-count.store.pg.ts";

export interface DeskHaltDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly killSwitch: Pick<KillSwitch, "blockAll" | "killAll" | "liftAll">;
}

/** The same block as the operator's command, with the admin in the audit log. */
export function deskHaltHandlers({
  database,
  audit,
  killSwitch,
}: DeskHaltDeps): Handlers<"readHalt" | "haltAllAccounts" | "liftHalt"> {
  const read = async () => {
    const [halt, { positions, orders, unclear, abandoned, workers }] = await Promise.all([
      findHalt(database),
      countOpen(database),
    ]);
    return ok({
      is_on: halt !== null,
      closes_positions: halt?.closesPositions ?? false,
      since: halt === null ? null : toTimestamp(halt.since),
      by: halt?.by ?? null,
      open: { accounts: positions, orders, unclear, abandoned: abandoned.length, workers },
    });
  };
  const stateOf = async () => {
    const halt = await findHalt(database);
    return { isOn: halt !== null, closesPositions: halt?.closesPositions ?? false };
  };
  return {
    readHalt: read,
    async haltAllAccounts({ body: { closes_positions: closesPositions }, caller, from }) {
      const before = await stateOf();
      await database.transaction(async (tx) => {
        await (closesPositions ? killSwitch.killAll(tx) : killSwitch.blockAll(tx));
        const after = { isOn: true, closesPositions: closesPositions || before.closesPositions };
        const by = { userId: null, byUserId: caller.userId, ip: from.ip };
        await audit.record({ kind: "desk_halted", ...by, before, after }, tx);
      });
      return read();
    },
    async liftHalt({ caller, from }) {
      const before = await stateOf();
      await database.transaction(async (tx) => {
        await killSwitch.liftAll(tx);
        const by = { userId: null, byUserId: caller.userId, ip: from.ip };
        const after = { isOn: false, closesPositions: false };
        await audit.record({ kind: "desk_halt_lifted", ...by, before, after }, tx);
      });
      return read();
    },
  };
}
