import type { Reply } from "../../lib/api.ts";

export type Purchase = Reply<"GET", "/billing/history">["purchases"][number];
export type Guarantee = Reply<"GET", "/billing/guarantees">["guarantees"][number];
