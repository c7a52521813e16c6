import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { adminRead } from "../../lib/admin-api.ts";
import { ApiError } from "../../lib/api.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { Purchase } from "./act-dialog.tsx";
import { deskUserTexts } from "./desk-user.texts.ts";
import { type DeskUser, UserFacts } from "./user-facts.tsx";
import { AuditPanel, OrdersPanel, PeriodsPanel, PurchasesPanel, ReadinessPanel, RunsPanel } from "./user-parts.tsx";

const LAST_ORDERS = 6;
const MANY_ORDERS = 200;

type TabId = keyof typeof deskUserTexts.tabs;

interface PartsProps {
  data: DeskUser;
  purchases: readonly Purchase[];
  readiness: Parameters<typeof ReadinessPanel>[0]["readiness"];
  canAct: boolean;
}

/** Where the user has a link without a session: only the user can log in there. */
const missingOf = ({ links }: DeskUser) =>
  links.flatMap(({ broker, is_connected: isConnected }) => (isConnected || broker === "paper" ? [] : [broker]));

function Parts({ data, purchases, readiness, canAct }: PartsProps) {
  const [tab, setTab] = useState<TabId>("overview");
  const { id } = data.user;
  const { tabs } = deskUserTexts;
  return (
    <Tabs<TabId>
      label={deskUserTexts.tabsLabel}
      selected={tab}
      onSelect={setTab}
      tabs={[
        {
          id: "overview",
          label: tabs.overview,
          panel: (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <div className="grid items-start gap-3 xl:grid-cols-2">
                <ReadinessPanel
                  readiness={readiness}
                  missing={canAct ? { userId: id, brokers: missingOf(data) } : undefined}
                />
                <RunsPanel runs={data.runs} />
              </div>
              <OrdersPanel userId={id} limit={LAST_ORDERS} />
              <AuditPanel userId={id} />
            </div>
          ),
        },
        {
          id: "billing",
          label: tabs.billing,
          panel: (
            <div className="grid gap-3">
              <PeriodsPanel periods={data.periods} />
              <PurchasesPanel purchases={purchases} />
            </div>
          ),
        },
        { id: "orders", label: tabs.orders, panel: <OrdersPanel userId={id} limit={MANY_ORDERS} /> },
        { id: "audit", label: tabs.audit, panel: <AuditPanel userId={id} /> },
      ]}
    />
  );
}

interface DeskUserPageProps {
  userId: string;
  canAct: boolean;
  /** The address of the current admin: no admin changes their own role. */
  viewer: string;
  thread: ReactNode;
}

export function DeskUserPage({ userId, canAct, viewer, thread }: DeskUserPageProps) {
  const params = { userId };
  const person = useQuery(adminRead("/api/admin/users/{userId}", { params }));
  const billing = useQuery(adminRead("/api/admin/users/{userId}/billing", { params }));
  const readiness = useQuery(adminRead("/api/admin/users/{userId}/readiness", { params }));
  const { data, error, refetch } = person;
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={deskUserTexts.gone}>{deskUserTexts.goneBody}</EmptyState>;
  if (error && data === undefined) return <ErrorState title={deskUserTexts.failed} onRetry={() => refetch()} />;
  if (data === undefined) return <Skeleton className="h-64" />;
  const purchases = billing.data?.purchases ?? [];
  const brokers = readiness.data?.brokers ?? [];
  const isReady = brokers.length === 0 ? null : brokers.every(({ is_ready: isOne }) => isOne);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <UserFacts
          data={data}
          purchases={purchases}
          canAct={canAct}
          isSelf={data.user.email === viewer}
          isReady={isReady}
        />
        <a href="#thread" className="text-sm underline underline-offset-4 xl:hidden">
          {deskUserTexts.jump}
        </a>
        <Parts data={data} purchases={purchases} readiness={readiness.data} canAct={canAct} />
      </div>
      <div className="xl:sticky xl:top-18">{thread}</div>
    </div>
  );
}
