import { useQuery } from "@tanstack/react-query";
import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { api } from "../../lib/api.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { siteTexts } from "../../texts/site.texts.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Answer, Offer } from "./approval-model.ts";
import type { ApprovalWays } from "./use-approval.ts";

/** Fifteen seconds leave no time to load: the sheet is fetched as soon as a manual run is active. */
const approvalWindow = lazyPart(async () => (await import("./approval-window.tsx")).ApprovalWindow);

interface Shown {
  readonly offer: Offer;
  readonly endsAtMs: number;
}

const ENDED_ANSWERS: Readonly<Record<string, Answer>> = {
  declined: "declined",
  approval_lapsed: "lapsed",
  price_moved: "price_moved",
};

/** A signed-in page decides by the offer's tag and reads the outcome from the day's order. */
const waysOf = ({ tag, broker }: Offer): ApprovalWays => ({
  decide: (answer) => api("POST", "/approvals/{tag}", { params: { tag }, body: { answer } }),
  async look() {
    const { orders } = await api("GET", "/algorithm/day", { query: { broker } });
    const order = orders.find((each) => each.tag === tag);
    if (order === undefined) return { answer: null, order: null };
    const { status, filled, average_price_paise, reason } = order;
    const ended = reason === null ? undefined : ENDED_ANSWERS[reason];
    if (ended !== undefined) return { answer: ended, order: null };
    return { answer: status === "planned" ? null : "approved", order: { status, filled, average_price_paise, reason } };
  },
});

interface Offers {
  readonly offers: readonly Offer[];
  readonly readAtMs: number;
  readonly isManual: boolean;
}

/** Live events open the sheet; in manual mode polling covers a missing stream. */
function useOffers(): Offers {
  const { data: runs } = useQuery(read("/algorithm/all-status"));
  const isManual =
    runs !== undefined &&
    tradingBrokers.some((broker) => runs[broker].status === "running" && runs[broker].approval_mode === "manual");
  const { data, dataUpdatedAt } = useQuery({
    ...read("/approvals"),
    refetchInterval: isManual ? POLL.approvalMs : false,
  });
  return { offers: data?.offers ?? [], readAtMs: dataUpdatedAt, isManual };
}

/** Mounted once in the dashboard: an entry that waits for approval opens over everything. */
export function ApprovalHost({ killSwitch }: { killSwitch: ReactNode }) {
  const { offers, readAtMs, isManual } = useOffers();
  const [shown, setShown] = useState<Shown | null>(null);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const next = offers.find(({ tag, answer }) => answer === null && !seen.includes(tag));

  useEffect(() => {
    if (shown !== null || next === undefined) return;
    setShown({ offer: next, endsAtMs: readAtMs + next.left_ms });
    setSeen((tags) => [...tags, next.tag]);
  }, [shown, next, readAtMs]);

  // Only the price of an open offer is refreshed; everything else of it stays.
  const fresh = offers.find(({ tag }) => tag === shown?.offer.tag);
  const offer = useMemo(
    () => (shown === null ? null : { ...shown.offer, price_paise: fresh?.price_paise ?? shown.offer.price_paise }),
    [shown, fresh?.price_paise],
  );
  const ways = useMemo(() => (shown === null ? null : waysOf(shown.offer)), [shown]);
  useEffect(() => {
    if (isManual) approvalWindow.prepare().catch(() => undefined); // retried with the first offer
  }, [isManual]);
  const Window = approvalWindow.usePart(shown !== null, () => showToast("error", siteTexts.partMissing));
  if (shown === null || offer === null || ways === null || Window === null) return null;
  return (
    <Window
      offer={offer}
      endsAtMs={shown.endsAtMs}
      ways={ways}
      killSwitch={killSwitch}
      isListed={fresh !== undefined}
      onClose={() => setShown(null)}
    />
  );
}
