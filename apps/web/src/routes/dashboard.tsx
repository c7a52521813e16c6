import { type BrokerName, brokerNames, brokerTraits } from "@vriddhi/core/broker/broker-name";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { type ComponentProps, lazy, Suspense } from "react";
import { useParams } from "react-router";
import { RequireUser, type UserSession } from "../features/access/require-user.tsx";
import { brokerAt, brokerOfTab, connectionPathOf } from "../features/dashboard/broker-connection.ts";
import { gateTexts } from "../features/dashboard/dashboard.texts.ts";
import { type ConnectionRemoval, DashboardScreen } from "../features/dashboard/dashboard-screen.tsx";
import { DashboardSkeleton } from "../features/dashboard/dashboard-skeleton.tsx";
import { type DashboardTab, labelOf, pathOf, toDashboardTab } from "../features/dashboard/dashboard-tab.ts";
import { dayStateOf, mayInterrupt, useDay, useRuns } from "../features/dashboard/day-facts.ts";
import { SubscriptionLookup } from "../features/dashboard/subscription-lookup.tsx";
import type { RenderBilling, RenderPrice } from "../features/dashboard/subscription-tab.tsx";
import { LazyPhoneDialog } from "../features/phone/lazy-phone-dialog.tsx";
import { PhonePromptDialog, usePhonePrompt } from "../features/phone/phone-prompt.tsx";
import { SettingsSkeleton } from "../features/settings/settings-skeleton.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { LiveEvents } from "../lib/use-live-events.ts";
import { ConnectionSkeleton } from "../ui/connection-skeleton.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useFrameParts } from "./frame-parts.tsx";

const GoogleButton = lazy(async () => ({
  default: (await import("../features/google/google-button.tsx")).GoogleButton,
}));
const ReadinessCard = lazy(async () => ({
  default: (await import("../features/readiness/readiness-card.tsx")).ReadinessCard,
}));

const SettingsTab = lazy(async () => ({
  default: (await import("../features/settings/settings-tab.tsx")).SettingsTab,
}));

const NotificationPanel = lazy(async () => ({
  default: (await import("../features/notification/notification-panel.tsx")).NotificationPanel,
}));

const TodayPart = lazy(async () => ({ default: (await import("./today-part.tsx")).TodayPart }));

const AlertsTab = lazy(async () => ({
  default: (await import("../features/notification/alerts-tab.tsx")).AlertsTab,
}));

const BillingPanel = lazy(async () => ({
  default: (await import("../features/billing/billing-panel.tsx")).BillingPanel,
}));

const PricePaid = lazy(async () => ({
  default: (await import("../features/billing/price-paid.tsx")).PricePaid,
}));

const ConnectionWizard = lazy(async () => ({
  default: (await import("../features/broker-link/wizard/connection-wizard.tsx")).ConnectionWizard,
}));

const TradingPart = lazy(async () => ({ default: (await import("./trading-part.tsx")).TradingPart }));

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
        googleLinkSlot={
          <Suspense fallback={<Skeleton className="h-9 w-16 rounded-md!" />}>
            <GoogleButton look="row" nextPath={pathOf("Settings")} />
          </Suspense>
        }
        notifications={
          <Suspense fallback={<Skeleton className="m-5 h-150" />}>
            <NotificationPanel />
          </Suspense>
        }
        renderPhoneDialog={(controls) => <LazyPhoneDialog userId={user.id} {...controls} />}
      />
    </Suspense>
  );
}

const renderBilling: RenderBilling = (view, { endDate, hidesEmpty }) => (
  <Suspense fallback={hidesEmpty ? null : <SettingsSkeleton />}>
    <BillingPanel view={view} endDate={endDate} hidesEmpty={hidesEmpty} />
  </Suspense>
);

const renderPrice: RenderPrice = (paymentId) => (
  <Suspense fallback={<Skeleton className="h-6 w-24" />}>
    <PricePaid paymentId={paymentId} />
  </Suspense>
);

const waiting = <ConnectionSkeleton fields={4} />;

const connectionOf = (broker: BrokerName, userId: string) => (
  <Suspense key={broker} fallback={waiting}>
    <ConnectionWizard broker={broker} userId={userId} />
  </Suspense>
);

const connectionsOf = (userId: string) =>
  recordOf(
    brokerNames.map((broker) => brokerTraits[broker].connectionTab),
    (tab) => connectionOf(brokerAt(tab), userId),
  );

const tradingOf = (user: UserSession["user"]) => {
  const tradingAt = (tab: ComponentProps<typeof TradingPart>["tab"]) => (
    <Suspense key={tab} fallback={waiting}>
      <TradingPart tab={tab} user={user} />
    </Suspense>
  );
  return recordOf(
    brokerNames.map((broker) => brokerTraits[broker].tradingTab),
    tradingAt,
  );
};

/** A connection can be left with and without a subscription. */
const leavingOf = (userId: string): ConnectionRemoval => ({
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
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <ReadinessCard {...(broker !== null && { only: broker })} connectionPath={connectionPathOf} />
    </Suspense>
  );
}

interface OwnDashboardProps {
  current: DashboardTab;
  session: UserSession;
}

function OwnDashboard({ current, session }: OwnDashboardProps) {
  const phone = usePhonePrompt(session.user.id);
  const { frame, overlay } = useFrameParts(session);
  const { data: day } = useDay();
  const { data: runs } = useRuns();
  const { hasOpen, isTrading } = dayStateOf(day, runs);
  return (
    <>
      <DashboardScreen
        current={current}
        frame={frame}
        hasOpenPosition={hasOpen}
        isTrading={isTrading}
        today={
          <Suspense fallback={waiting}>
            <TodayPart session={session} connectionPath={connectionPathOf} />
          </Suspense>
        }
        alerts={
          <Suspense fallback={waiting}>
            <AlertsTab settingsPath={pathOf("Settings")} />
          </Suspense>
        }
        user={session.user}
        subscription={session.isSubscriptionKnown ? session.subscription : null}
        settings={<Settings user={session.user} />}
        connections={connectionsOf(session.user.id)}
        trading={tradingOf(session.user)}
        leaving={leavingOf(session.user.id)}
        readiness={<Readiness current={current} />}
        renderBilling={renderBilling}
        renderPrice={renderPrice}
        // no user is blocked because a read failed
        isGateHeld={phone.state !== "away" || session.subscriptionFault !== null}
      />
      {overlay}
      <PhonePromptDialog {...phone} isBusy={!mayInterrupt(day, runs)} />
      <LiveEvents userId={session.user.id} />
    </>
  );
}

export default function Dashboard() {
  const current = toDashboardTab(useParams()["tab"]);
  return (
    <>
      <SubscriptionLookup />
      <RequireUser hasOwnMain skeleton={<DashboardSkeleton current={current} />}>
        {(session) => (
          <QueryProvider>
            <OwnDashboard current={current} session={session} />
          </QueryProvider>
        )}
      </RequireUser>
    </>
  );
}
