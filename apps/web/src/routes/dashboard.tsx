import { useParams } from "react-router";
import { RequireUser } from "../features/access/require-user.tsx";
import { DashboardScreen } from "../features/dashboard/dashboard-screen.tsx";
import { DashboardSkeleton } from "../features/dashboard/dashboard-skeleton.tsx";
import { labelOf, pathOf, toDashboardTab } from "../features/dashboard/dashboard-tab.ts";
import { pageMeta } from "../lib/metadata.ts";

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

export default function Dashboard() {
  const current = toDashboardTab(useParams()["tab"]);
  return (
    <RequireUser skeleton={<DashboardSkeleton current={current} />}>
      {(session) => (
        <DashboardScreen
          current={current}
          user={session.user}
          subscription={session.isSubscriptionKnown ? session.subscription : null}
        />
      )}
    </RequireUser>
  );
}
