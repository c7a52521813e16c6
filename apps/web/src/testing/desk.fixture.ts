import type { Reply } from "../lib/api.ts";
import type { ApiServer } from "./api-server.ts";

export const DESK_TOKEN = "desk-token-of-a-test";

const identity: Reply<"GET", "/api/verify"> = {
  username: "meera.nair@example.com",
  name: "Meera Nair",
  role: "admin",
  expires_at: "2026-11-16T20:00:00.000Z",
  clock_shift_minutes: 150,
};

export function enterDesk(server: ApiServer, role: "admin" | "support" = "admin"): void {
  localStorage.setItem("admin_token", DESK_TOKEN);
  server.answer("GET /api/verify", { body: { ...identity, role } });
}

export const aCapital: Reply<"GET", "/api/admin/active-users-capital-sum"> = {
  total_capital: 82_770_000,
  active_users_count: 412,
  last_updated: "2026-11-16T03:28:04.000Z",
};

const CLOCK: Reply<"GET", "/market/clock"> = {
  now: "2026-11-16T03:28:12.000Z",
  speed: 1,
  state: "before_open",
  day: "2026-11-16",
  opens_at: "2026-11-16T03:45:00.000Z",
  closes_at: "2026-11-16T10:00:00.000Z",
  next_day: "2026-11-17",
  next_opens_at: "2026-11-17T03:45:00.000Z",
};

type BrokerUser = Reply<"GET", "/api/admin/broker-status">["users"][number];

export const aBrokerUser = (changes: Partial<BrokerUser> = {}): BrokerUser => ({
  user_id: "7d2f0c3a-51a5-4a58-9f5b-2d8a6b1c9e01",
  username: "aditya.rao",
  email: "aditya.rao@example.com",
  status: "connected",
  capital_amount: 250_000,
  is_capital_active: true,
  is_strategy_active: true,
  last_sync: "2026-11-16T03:27:58.000Z",
  error_message: null,
  ...changes,
});

export const answerBrokers = (server: ApiServer, users: readonly BrokerUser[]): void =>
  server.answer("GET /api/admin/broker-status", {
    body: {
      total_users: users.length,
      connected_users: users.filter(({ status }) => status === "connected").length,
      last_updated: "2026-11-16T03:28:02.000Z",
      users,
    },
  });

export const noHalt: Reply<"GET", "/api/admin/halt"> = {
  is_on: false,
  closes_positions: false,
  since: null,
  by: null,
  open: { accounts: 118, orders: 42, unclear: 0, abandoned: 0, workers: 1 },
};

export function answerQuietDesk(server: ApiServer): void {
  server.answer("GET /market/clock", { body: CLOCK });
  server.answer("GET /api/admin/active-users-capital-sum", { body: aCapital });
  server.answer("GET /api/scheduled-orders", { body: { scheduled_orders: [] } });
  server.answer("GET /api/admin/placements", { body: { placements: [] } });
  server.answer("POST /api/admin/order-prices", { body: { prices: [] } });
  server.answer("GET /api/admin/second-admin", { body: { is_on: true, acts: [] } });
  server.answer("GET /api/admin/halt", { body: noHalt });
  answerBrokers(server, [aBrokerUser()]);
}
