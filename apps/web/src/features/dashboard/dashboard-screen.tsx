import type { UserReply } from "@vriddhi/contract/account";
import { lazy, type ReactNode, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { Subscription } from "../../lib/session-store.ts";
import { brokerOfTab } from "./broker-connection.ts";
import { leads } from "./dashboard.texts.ts";
import { DashboardShell, type FrameParts } from "./dashboard-shell.tsx";
import { TabSkeleton } from "./dashboard-skeleton.tsx";
import { type ConnectionTab, type DashboardTab, isConnectionTab, type TradingTab } from "./dashboard-tab.ts";
import { isStopped } from "./gate-rule.ts";
import type { RenderBilling, RenderPrice } from "./subscription-tab.tsx";

// Each travels with the tab or the moment that shows it.
const ProfileTab = lazy(async () => ({ default: (await import("./profile-tab.tsx")).ProfileTab }));
const SubscriptionTab = lazy(async () => ({ default: (await import("./subscription-tab.tsx")).SubscriptionTab }));
const SubscriptionGate = lazy(async () => ({ default: (await import("./subscription-gate.tsx")).SubscriptionGate }));

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
  /** What stands around every tab. */
  frame?: FrameParts;
  /** The day on one screen, drawn by a feature of its own with its own heading. */
  today?: ReactNode;
  /** Everything the person was told. */
  alerts?: ReactNode;
  /** Each broker's trading tab. */
  trading?: Readonly<Record<TradingTab, ReactNode>>;
  /** Something is held at a broker: nothing covers the way to it. */
  hasOpenPosition?: boolean;
  /** Something runs, whether or not anything is held. */
  isTrading?: boolean;
  /** The Settings tab, which another feature draws. */
  settings?: ReactNode;
  /** Each broker's connection tab, drawn by a feature of its own. */
  connections?: Readonly<Record<ConnectionTab, ReactNode>>;
  leaving?: Leaving;
  /** Whether the linked accounts can trade today: beside a connection and the profile. */
  readiness?: ReactNode;
  /** What the buttons of the Subscription tab open, which another feature draws too. */
  renderBilling?: RenderBilling;
  renderPrice?: RenderPrice;
  /** Another question stands open: one dialog at a time. */
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
  const { current, subscription, leaving, isGateHeld, hasOpenPosition = false, isTrading = false, frame } = props;
  const { isManaging, open, back } = useManaging();
  if (hasOpenPosition || !isStopped(current, subscription)) return <TabContent {...props} />;
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
  // How to link an account is no news to whoever has done it.
  const lead = broker !== null && frame?.marks?.[broker] !== undefined ? undefined : leads[current];
  return (
    <DashboardShell {...frame} current={current} person={user} lead={lead} hidesTitle={current === "Today"}>
      <Content {...props} />
    </DashboardShell>
  );
}
