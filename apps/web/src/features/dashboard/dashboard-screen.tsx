import type { UserReply } from "@vriddhi/contract/account";
import { lazy, type ReactNode, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { Subscription } from "../../lib/session-store.ts";
import { brokerOfTab } from "./broker-connection.ts";
import { leads } from "./dashboard.texts.ts";
import { DashboardShell, type FrameParts } from "./dashboard-shell.tsx";
import { TabSkeleton } from "./dashboard-skeleton.tsx";
import { type ConnectionTab, type DashboardTab, isConnectionTab, type TradingTab } from "./dashboard-tab.ts";
import { isGated } from "./gate-rule.ts";
import type { RenderBilling, RenderPrice } from "./subscription-tab.tsx";

// Each loads with the tab or the event that shows it.
const ProfileTab = lazy(async () => ({ default: (await import("./profile-tab.tsx")).ProfileTab }));
const SubscriptionTab = lazy(async () => ({ default: (await import("./subscription-tab.tsx")).SubscriptionTab }));
const SubscriptionGate = lazy(async () => ({ default: (await import("./subscription-gate.tsx")).SubscriptionGate }));

/**
 * How a user without a subscription disconnects a broker and deletes its credentials. Another feature renders the
 * button and the view.
 */
export interface ConnectionRemoval {
  /** Inside the gate: a button that calls `onOpen`, if there is a connection to remove. */
  readonly offer: (tab: ConnectionTab, onOpen: () => void) => ReactNode;
  readonly screen: (tab: ConnectionTab, onBack: () => void) => ReactNode;
}

interface DashboardScreenProps {
  current: DashboardTab;
  user: UserReply;
  subscription: Subscription | null;
  frame?: FrameParts;
  today?: ReactNode;
  alerts?: ReactNode;
  trading?: Readonly<Record<TradingTab, ReactNode>>;
  /** A position is open at a broker: nothing may cover its controls. */
  hasOpenPosition?: boolean;
  isTrading?: boolean;
  settings?: ReactNode;
  connections?: Readonly<Record<ConnectionTab, ReactNode>>;
  leaving?: ConnectionRemoval;
  readiness?: ReactNode;
  renderBilling?: RenderBilling;
  renderPrice?: RenderPrice;
  /** Another dialog is open: one dialog at a time. */
  isGateHeld?: boolean;
}

function TabContent(props: DashboardScreenProps) {
  const { current, user, subscription, settings, renderBilling, renderPrice, connections, readiness } = props;
  if (isConnectionTab(current)) {
    return (
      <>
        {readiness}
        {connections?.[current]}
      </>
    );
  }
  switch (current) {
    case "Today":
      return props.today;
    case "Alerts":
      return props.alerts;
    case "UserProfile":
      return (
        <>
          {readiness}
          <Suspense fallback={<TabSkeleton />}>
            <ProfileTab user={user} subscription={subscription} />
          </Suspense>
        </>
      );
    case "Subscription":
      return (
        <Suspense fallback={<TabSkeleton />}>
          <SubscriptionTab
            subscription={subscription}
            {...(renderBilling && { renderBilling })}
            {...(renderPrice && { renderPrice })}
          />
        </Suspense>
      );
    case "Settings":
      return settings;
    default:
      return props.trading?.[current];
  }
}

const MANAGE = "manage";

/** Whether the view for removing a connection replaces the gate; kept in the address, so that a reload keeps it. */
function useManaging() {
  const [params, setParams] = useSearchParams();
  return {
    isManaging: params.has(MANAGE),
    open: () => setParams({ [MANAGE]: "" }),
    back: () => setParams({}, { replace: true }),
  };
}

function Content(props: DashboardScreenProps) {
  const { current, subscription, leaving, isGateHeld, hasOpenPosition = false, isTrading = false, frame } = props;
  const { isManaging, open, back } = useManaging();
  if (hasOpenPosition || !isGated(current, subscription)) return <TabContent {...props} />;
  const tab = isConnectionTab(current) ? current : null;
  if (isManaging && tab !== null && leaving) return leaving.screen(tab, back);
  return (
    <>
      <TabContent {...props} />
      {!isGateHeld && (
        <Suspense>
          <SubscriptionGate
            subscription={subscription}
            wayOut={tab !== null && leaving?.offer(tab, open)}
            stop={isTrading && frame?.killSwitch?.("text")}
          />
        </Suspense>
      )}
    </>
  );
}

export function DashboardScreen(props: DashboardScreenProps) {
  const { current, user, frame } = props;
  const broker = brokerOfTab(current);
  // Users who have linked an account do not need the guide.
  const lead = broker !== null && frame?.marks?.[broker] !== undefined ? undefined : leads[current];
  return (
    <DashboardShell {...frame} current={current} person={user} lead={lead} hidesTitle={current === "Today"}>
      <Content {...props} />
    </DashboardShell>
  );
}
