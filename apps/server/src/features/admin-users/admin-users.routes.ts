import { ok } from "@vriddhi/core/shared/result";
import type { MarketClock } from "@vriddhi/core/time/clock";
import type { Handlers } from "../../platform/http/handler.ts";
import type { AdminUsersStore } from "./admin-users.store.ts";

export const adminUsersHandlers = (
  store: Pick<AdminUsersStore, "list">,
  marketClock: MarketClock,
): Handlers<"listUsers"> => ({
  async listUsers({ query }) {
    const { filter = "all", search, limit, offset = 0 } = query;
    const page = limit === undefined ? null : { limit, offset };
    const users = await store.list({ filter, search: search || null, page }, marketClock.now());
    return ok(users.map(({ id, name, email, isSubscribed }) => ({ _id: id, name, email, isSubscribed })));
  },
});
