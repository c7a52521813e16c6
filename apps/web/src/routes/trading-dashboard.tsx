import { DashboardShell } from "../features/dashboard/dashboard-shell.tsx";
import { mayInterrupt, useDay, useRuns } from "../features/dashboard/day-facts.ts";
import { PhonePromptForUser } from "../features/phone/phone-prompt.tsx";
import { stateTexts } from "../features/trading/trading.texts.ts";
import { TradingAccess } from "../features/trading/trading-access.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { LiveEvents } from "../lib/use-live-events.ts";
import { useFrameParts } from "./frame-parts.tsx";
import { TradingPart } from "./trading-part.tsx";

export const meta = () =>
  pageMeta({
    title: "Fyers Trading Dashboard",
    description:
      "Set your capital, switch the background mode and start or stop the algorithm on your connected broker.",
    keywords: ["trading dashboard", "Fyers", "algorithmic trading"],
    path: "/dashboard/trading",
    isPrivate: true,
  });

type UserSession = Parameters<typeof useFrameParts>[0];

function OwnTradingDashboard({ session }: { session: UserSession }) {
  const { frame, overlay } = useFrameParts(session);
  const { data: day } = useDay();
  const { data: runs } = useRuns();
  return (
    <>
      <DashboardShell {...frame} current="TradingAlgorithm" title={stateTexts.title}>
        <TradingPart tab="TradingAlgorithm" user={session.user} />
      </DashboardShell>
      {overlay}
      <PhonePromptForUser isBusy={!mayInterrupt(day, runs)} />
      <LiveEvents userId={session.user.id} />
    </>
  );
}

export default function TradingDashboardPage() {
  return (
    <TradingAccess>
      {(session) => (
        <QueryProvider>
          <OwnTradingDashboard session={session} />
        </QueryProvider>
      )}
    </TradingAccess>
  );
}
