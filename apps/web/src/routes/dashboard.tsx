import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import { RequireUser, type UserSession } from "../features/access/require-user.tsx";
import { brokerAt, brokerOfTab, connectionPathOf } from "../features/dashboard/broker-connection.ts";
import { gateTexts } from "../features/dashboard/dashboard.texts.ts";
import { DashboardScreen, type Leaving } from "../features/dashboard/dashboard-screen.tsx";
import { DashboardSkeleton } from "../features/dashboard/dashboard-skeleton.tsx";
import { type DashboardTab, labelOf, pathOf, toDashboardTab } from "../features/dashboard/dashboard-tab.ts";
import { SubscriptionLookup } from "../features/dashboard/subscription-lookup.tsx";
import type { BillingView } from "../features/dashboard/subscription-tab.tsx";
import { LazyPhoneDialog } from "../features/phone/lazy-phone-dialog.tsx";
import { PhonePromptDialog, usePhonePrompt } from "../features/phone/phone-prompt.tsx";
import { ReadinessCard } from "../features/readiness/readiness-card.tsx";
import { SettingsSkeleton } from "../features/settings/settings-skeleton.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { LiveEvents } from "../lib/use-live-events.ts";
import { ConnectionSkeleton } from "../ui/connection-skeleton.tsx";

const SettingsTab = lazy(async () => ({
  default: (await import("../features/settings/settings-tab.tsx")).SettingsTab,
}));

const NotificationPanel = lazy(async () => ({
  default: (await import("../features/notification/notification-panel.tsx")).NotificationPanel,
}));

const BillingPanel = lazy(async () => ({
  default: (await import("../features/billing/billing-panel.tsx")).BillingPanel,
}));

const FyersConnectionTab = lazy(async () => ({
  default: (await import("../features/broker-link/fyers/fyers-connection-tab.tsx")).FyersConnectionTab,
}));
const AngelOneConnectionTab = lazy(async () => ({
  default: (await import("../features/broker-link/angelone/angelone-connection-tab.tsx")).AngelOneConnectionTab,
}));
const ZerodhaConnectionTab = lazy(async () => ({
  default: (await import("../features/broker-link/zerodha/zerodha-connection-tab.tsx")).ZerodhaConnectionTab,
}));

const ManageLink = lazy(async () => ({
  default: (await import("../features/broker-link/manage-link.tsx")).ManageLink,
}));
const ManageOffer = lazy(async () => ({
  default: (await import("../features/broker-link/manage-link.tsx")).ManageOffer,
}));

export const meta = ({ params }: { params: { tab?: string } }) => {
  const tab = toDashboardTab(params.tab);
  return pageMeta({
    title: labelOf(tab),
    description: `${labelOf(tab)} in your dashboard: your broker accounts, your subscription and the algorithm in one place.`,
    keywords: ["trading dashboard", "broker connection", "algorithmic trading"],
    path: pathOf(tab),
    isPrivate: true,
  });
};

function Settings({ user }: Pick<UserSession, "user">) {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <SettingsTab
        email={user.email}
        notifications={<NotificationPanel />}
        renderPhoneDialog={(controls) => <LazyPhoneDialog userId={user.id} {...controls} />}
      />
    </Suspense>
  );
}

const renderBilling = (view: BillingView, endDate: string | null) => (
  <Suspense fallback={<SettingsSkeleton />}>
    <BillingPanel view={view} endDate={endDate} />
  </Suspense>
);

const waiting = <ConnectionSkeleton fields={4} />;

const connectionsOf = (userId: string) => ({
  FyersConnection: (
    <Suspense fallback={waiting}>
      <FyersConnectionTab userId={userId} />
    </Suspense>
  ),
  AngelOneConnection: (
    <Suspense fallback={waiting}>
      <AngelOneConnectionTab userId={userId} />
    </Suspense>
  ),
  ZerodhaConnection: (
    <Suspense fallback={waiting}>
      <ZerodhaConnectionTab userId={userId} />
    </Suspense>
  ),
});

/** A connection can be left with and without a subscription. */
const leavingOf = (userId: string): Leaving => ({
  offer: (tab, onOpen) => (
    <Suspense>
      <ManageOffer broker={brokerAt(tab)} userId={userId} label={gateTexts.manage} onOpen={onOpen} />
    </Suspense>
  ),
  screen: (tab, onBack) => (
    <Suspense fallback={waiting}>
      <ManageLink broker={brokerAt(tab)} userId={userId} onBack={onBack} />
    </Suspense>
  ),
});

function Readiness({ current }: { current: DashboardTab }) {
  const broker = brokerOfTab(current);
  return <ReadinessCard {...(broker !== null && { only: broker })} connectionPath={connectionPathOf} />;
}

function OwnDashboard({ current, session }: { current: DashboardTab; session: UserSession }) {
  const phone = usePhonePrompt(session.user.id);
  return (
    <QueryProvider>
      <DashboardScreen
        current={current}
        user={session.user}
        subscription={session.isSubscriptionKnown ? session.subscription : null}
        settings={<Settings user={session.user} />}
        connections={connectionsOf(session.user.id)}
        leaving={leavingOf(session.user.id)}
        readiness={<Readiness current={current} />}
        renderBilling={renderBilling}
        // nobody is stopped because a read failed
        isGateHeld={phone.state !== "away" || session.subscriptionFault !== null}
      />
      <PhonePromptDialog {...phone} />
      <LiveEvents userId={session.user.id} />
    </QueryProvider>
  );
}

export default function Dashboard() {
  const current = toDashboardTab(useParams()["tab"]);
  return (
    <>
      <SubscriptionLookup />
      <RequireUser hasOwnMain skeleton={<DashboardSkeleton current={current} />}>
        {(session) => <OwnDashboard current={current} session={session} />}
      </RequireUser>
    </>
  );
}
