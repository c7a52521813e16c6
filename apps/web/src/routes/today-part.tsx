import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { istMinuteOf } from "@vriddhi/core/time/ist";
import { lazy, memo, Suspense, useMemo } from "react";
import type { UserSession } from "../features/access/require-user.tsx";
import { pathOf } from "../features/dashboard/dashboard-tab.ts";
import { DriftNote } from "../features/drift/drift-note.tsx";
import { TodayTab, type TradedShare } from "../features/today/today-tab.tsx";
import { instantOf } from "../lib/format.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { PaperPart } from "./paper-part.tsx";

const PricePanel = lazy(async () => ({
  default: (await import("../features/price-chart/price-panel.tsx")).PricePanel,
}));
const GuessablePasswordNote = lazy(async () => ({
  default: (await import("../features/settings/guessable-password-note.tsx")).GuessablePasswordNote,
}));

const Chart = memo(function Chart({ share }: { share: TradedShare }) {
  const { isin, symbol, broker, position, orders, fills, isLive } = share;
  const entry = orders.findLast((order) => order.leg === "entry" && order.isin === isin && order.filled > 0);
  const average = position?.average_paise ?? entry?.average_price_paise ?? null;
  const stop = position?.stop_paise ?? null;
  const target = position?.target_paise ?? null;
  const levels = useMemo(() => ({ entry: average, stop, target }), [average, stop, target]);
  const marks = useMemo(
    () =>
      fills.flatMap(({ tag, at, quantity, price_paise: price }) => {
        const order = orders.find((each) => each.tag === tag && each.isin === isin);
        return order === undefined ? [] : [{ minute: istMinuteOf(instantOf(at)), side: order.side, quantity, price }];
      }),
    [fills, orders, isin],
  );
  return (
    <Suspense fallback={<Skeleton className="h-64 w-full md:h-80" />}>
      <PricePanel isin={isin} symbol={symbol} broker={broker} levels={levels} marks={marks} isLive={isLive} />
    </Suspense>
  );
});

interface TodayPartProps {
  session: UserSession;
  connectionPath(broker: BrokerName): string;
}

/** Today, its chart and the last day's replay: three features that do not import each other. */
export function TodayPart({ session, connectionPath }: TodayPartProps) {
  // A failed read says nothing about the plan.
  const isPlanKnown = session.isSubscriptionKnown && session.subscriptionFault === null;
  return (
    <>
      {session.user.has_common_password === true && (
        <div className="mb-6">
          <Suspense>
            <GuessablePasswordNote settingsPath={pathOf("Settings")} />
          </Suspense>
        </div>
      )}
      <TodayTab
        userId={session.user.id}
        subscription={isPlanKnown ? session.subscription : null}
        connectionPath={connectionPath}
        chart={(share) => <Chart share={share} />}
        paper={<PaperPart userId={session.user.id} />}
      />
      <div className="mt-6 empty:hidden">
        <DriftNote />
      </div>
    </>
  );
}
