import type { UserReply } from "@vriddhi/contract/account";
import type { ReactNode } from "react";
import type { Subscription } from "../../lib/session-store.ts";
import { ComingTab } from "./coming-tab.tsx";
import { DashboardShell } from "./dashboard-shell.tsx";
import type { DashboardTab } from "./dashboard-tab.ts";
import { ProfileTab } from "./profile-tab.tsx";
import { SubscriptionGate } from "./subscription-gate.tsx";
import { type BillingView, SubscriptionTab } from "./subscription-tab.tsx";

interface DashboardScreenProps {
  current: DashboardTab;
  user: UserReply;
  subscription: Subscription | null;
  /** The Settings tab, which another feature draws. */
  settings?: ReactNode;
  /** What the buttons of the Subscription tab open, which another feature draws too. */
  renderBilling?(view: BillingView, endDate: string | null): ReactNode;
  /** Another question stands open: one dialog at a time. */
  isGateHeld?: boolean;
}

function TabContent({ current, user, subscription, settings, renderBilling }: DashboardScreenProps) {
  switch (current) {
    case "UserProfile":
      return <ProfileTab user={user} subscription={subscription} />;
    case "Subscription":
      return <SubscriptionTab subscription={subscription} {...(renderBilling && { renderBilling })} />;
    case "Settings":
      return settings;
    default:
      return <ComingTab tab={current} />;
  }
}

export function DashboardScreen(props: DashboardScreenProps) {
  return (
    <DashboardShell current={props.current}>
      <TabContent {...props} />
      {!props.isGateHeld && <SubscriptionGate current={props.current} subscription={props.subscription} />}
    </DashboardShell>
  );
}
