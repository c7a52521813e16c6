import type { UserReply } from "@vriddhi/contract/account";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { Subscription } from "../../lib/session-store.ts";
import { ComingTab } from "./coming-tab.tsx";
import { DashboardShell } from "./dashboard-shell.tsx";
import { type ConnectionTab, type DashboardTab, isConnectionTab } from "./dashboard-tab.ts";
import { ProfileTab } from "./profile-tab.tsx";
import { isStopped, SubscriptionGate } from "./subscription-gate.tsx";
import { type BillingView, SubscriptionTab } from "./subscription-tab.tsx";

/** How somebody without a subscription leaves a connection; another feature draws both. */
export interface Leaving {
  /** Inside the gate: a button that calls `onOpen`, where there is something to leave. */
  readonly offer: (tab: ConnectionTab, onOpen: () => void) => ReactNode;
  readonly screen: (tab: ConnectionTab, onBack: () => void) => ReactNode;
}

interface DashboardScreenProps {
  current: DashboardTab;
  user: UserReply;
  subscription: Subscription | null;
  /** The Settings tab, which another feature draws. */
  settings?: ReactNode;
  /** Each broker's connection tab, drawn by a feature of its own. */
  connections?: Readonly<Record<ConnectionTab, ReactNode>>;
  leaving?: Leaving;
  /** Whether the linked accounts can trade today: beside a connection and the profile. */
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
          {readiness}
          <ProfileTab user={user} subscription={subscription} />
        </>
      );
    case "FyersConnection":
    case "AngelOneConnection":
    case "ZerodhaConnection":
      return (
        <>
          {readiness}
          {connections?.[current]}
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

const MANAGE = "manage";

/** Whether the gate has made way for leaving the connection; it stands in the address, so that a reload keeps it. */
function useManaging() {
  const [params, setParams] = useSearchParams();
  return {
    isManaging: params.has(MANAGE),
    open: () => setParams({ [MANAGE]: "" }),
    back: () => setParams({}, { replace: true }),
  };
}

function Content(props: DashboardScreenProps) {
  const { current, subscription, leaving, isGateHeld } = props;
  const { isManaging, open, back } = useManaging();
  if (!isStopped(current, subscription)) return <TabContent {...props} />;
  const tab = isConnectionTab(current) ? current : null;
  if (isManaging && tab !== null && leaving) return leaving.screen(tab, back);
  return (
    <>
      <TabContent {...props} />
      {!isGateHeld && (
        <SubscriptionGate subscription={subscription} wayOut={tab !== null && leaving?.offer(tab, open)} />
      )}
    </>
  );
}

export function DashboardScreen(props: DashboardScreenProps) {
  return (
    <DashboardShell current={props.current}>
      <Content {...props} />
    </DashboardShell>
  );
}
