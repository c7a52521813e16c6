import { csvLine } from "@vriddhi/core/shared/csv";
import { ok } from "@vriddhi/core/shared/result";
import type { MarketClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import { runFor } from "../../platform/db/async-context.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { DeskExportStore, ExportedOrder, ExportedUser } from "./desk-export.store.ts";

export interface DeskExportDeps {
  readonly store: DeskExportStore;
  readonly audit: Audit;
  readonly marketClock: MarketClock;
}

type UserFilter = "all" | "subscribed" | "non_subscribed";

const ROWS_AT_ONCE = 500;

async function* pagesOf<Row>(
  read: (after: string | null) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
): AsyncGenerator<readonly Row[]> {
  let after: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = idOf(last);
  }
}

const USER_HEADER = csvLine(["id", "name", "email", "role", "subscribed", "suspended", "created_at"]);

const userLine = (user: ExportedUser): string =>
  csvLine([
    user.id,
    user.name,
    user.email,
    user.role,
    user.isSubscribed,
    user.isSuspended,
    toTimestamp(user.createdAt),
  ]);

const fits = ({ isSubscribed }: ExportedUser, filter: UserFilter): boolean =>
  filter === "all" || isSubscribed === (filter === "subscribed");

async function* userLines({ store, marketClock }: DeskExportDeps, filter: UserFilter): AsyncGenerator<string> {
  yield USER_HEADER;
  const now = marketClock.now();
  const pages = pagesOf(
    (after) => store.usersAfter(after, ROWS_AT_ONCE, now),
    ({ id }) => id,
  );
  for await (const page of pages)
    yield page
      .filter((user) => fits(user, filter))
      .map(userLine)
      .join("");
}

const ORDER_HEADER = csvLine([
  "tag",
  "trading_day",
  "planned_at",
  "user_id",
  "user",
  "broker",
  "symbol",
  "side",
  "leg",
  "cause",
  "quantity",
  "filled",
  "average_paise",
  "status",
  "reason",
]);

const orderLine = (order: ExportedOrder): string =>
  csvLine([
    order.tag,
    order.tradingDay,
    toTimestamp(order.plannedAt),
    order.userId,
    order.username,
    order.broker,
    order.symbol,
    order.side,
    order.leg,
    order.cause,
    order.quantity,
    order.filled,
    order.averagePaise,
    order.status,
    order.reason,
  ]);

async function* orderLines({ store }: DeskExportDeps, wanted: string | undefined): AsyncGenerator<string> {
  yield ORDER_HEADER;
  const day = wanted ?? (await store.newestDay());
  if (day === null) return;
  const pages = pagesOf(
    (after) => store.ordersAfter(day, after, ROWS_AT_ONCE),
    ({ tag }) => tag,
  );
  for await (const page of pages) yield page.map(orderLine).join("");
}

/** Recorded before the first row is sent: an aborted download is an export too. A read writes nothing else. */
const noteTaken = ({ audit }: DeskExportDeps, byUserId: string, ip: string, after: Readonly<Record<string, string>>) =>
  runFor("api", () => audit.record({ kind: "desk_exported", userId: null, byUserId, ip, after }));

export const deskExportHandlers = (deps: DeskExportDeps): Handlers<"exportUsers" | "exportOrders"> => ({
  async exportUsers({ query, caller, from }) {
    await noteTaken(deps, caller.userId, from.ip, { what: "users", filter: query.filter });
    return ok(userLines(deps, query.filter));
  },
  async exportOrders({ query, caller, from }) {
    await noteTaken(deps, caller.userId, from.ip, { what: "orders", day: query.day ?? "newest" });
    return ok(orderLines(deps, query.day));
  },
});
