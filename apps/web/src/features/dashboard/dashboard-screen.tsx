import type { UserReply } from "@vriddhi/contract/account";
import type { ReactNode } from "react";
import type { Subscription } from "../../lib/session-store.ts";
import { ComingTab } from "./coming-tab.tsx";
import { DashboardShell } from "./dashboard-shell.tsx";
import type { ConnectionTab, DashboardTab } from "./dashboard-tab.ts";
import { ProfileTab } from "./profile-tab.tsx";
import { SubscriptionGate } from "./subscription-gate.tsx";
import { type BillingView, SubscriptionTab } from "./subscription-tab.tsx";

interface DashboardScreenProps {
  current: DashboardTab;
  user: UserReply;
  subscription: Subscription | null;
  /** The Settings tab, which another feature draws. */
  settings?: ReactNode;
  /** Each broker's connection tab, drawn by a feature of its own. */
  connections?: Readonly<Record<ConnectionTab, ReactNode>>;
  /** Whether the linked accounts can trade today: below a connection and the profile. */
  readiness?: ReactNode;
  /** What the buttons of the Subscription tab open, which another feature draws too. */
  renderBilling?(view: BillingView, endDate: string | null): ReactNode;
  /** Another question stands open: one dialog at a time. */
  isGateHeld?: boolean;
}

function TabContent(props: DashboardScreenProps) {
  const { current, user, subscription, settings, renderBilling, connections, readiness } = props;
  switch (current) {
    case "UserProfile":
      return (
        <>
          <ProfileTab user={user} subscription={subscription} />
          {readiness}
        </>
      );
    case "FyersConnection":
    case "AngelOneConnection":
    case "ZerodhaConnection":
      return (
        <>
          {connections?.[current]}
          {readiness}
        </>
      );
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
