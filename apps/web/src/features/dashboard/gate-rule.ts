import type { Subscription } from "../../lib/session-store.ts";
import type { DashboardTab } from "./dashboard-tab.ts";

const OPEN_TABS: readonly DashboardTab[] = ["Today", "Alerts", "UserProfile", "Subscription", "Settings"];

/** B2.5. `null` until the server has answered: no user is blocked before that. Account tabs are never covered. */
export const isGated = (current: DashboardTab, subscription: Subscription | null): subscription is Subscription =>
  subscription !== null && subscription.status !== "active" && !OPEN_TABS.includes(current);
