import type { ReactNode } from "react";
import { BrokerDashboard } from "./brokers/broker-dashboard.tsx";
import { CapitalCard } from "./capital-card.tsx";
import { OrderPanel } from "./orders/order-panel.tsx";
import { Placements } from "./orders/placements.tsx";
import { ScheduledOrders } from "./scheduled/scheduled-orders.tsx";
import { SecondAdminApprovals } from "./second-admin-approvals.tsx";
import { TimeNote } from "./shown-time.tsx";

interface BackOfficePageProps {
  /** Read-only support cannot act. */
  canAct: boolean;
  morning?: ReactNode;
  health?: ReactNode;
}

export function BackOfficePage({ canAct, morning, health }: BackOfficePageProps) {
  return (
    <>
      <TimeNote />
      <SecondAdminApprovals canAct={canAct} />
      {morning}
      {health ? (
        <div className="grid gap-3 xl:grid-cols-[27.25rem_minmax(0,1fr)]">
          <CapitalCard />
          {health}
        </div>
      ) : (
        <CapitalCard />
      )}
      {canAct && <OrderPanel />}
      <ScheduledOrders canAct={canAct} />
      <Placements />
      <BrokerDashboard canAct={canAct} />
    </>
  );
}
