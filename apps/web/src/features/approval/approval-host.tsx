import { useQuery } from "@tanstack/react-query";
import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { Content, Overlay, Portal, Root, Title } from "radix-ui/dialog";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { api } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { Button } from "../../ui/button.tsx";
import { approvalTexts as texts } from "./approval.texts.ts";
import type { Answer, Offer } from "./approval-model.ts";
import { ApprovalSheet } from "./approval-sheet.tsx";
import type { ApprovalWays } from "./use-approval.ts";

interface Shown {
  readonly offer: Offer;
  readonly endsAtMs: number;
}

const ENDED_ANSWERS: Readonly<Record<string, Answer>> = {
  declined: "declined",
  approval_lapsed: "lapsed",
  price_moved: "price_moved",
};

/** A signed-in page decides by the offer's tag and reads the day's order for what became of it. */
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

/** Live news open the sheet; whoever runs in manual mode asks beside it, in case the stream is away. */
function useOffers(): { readonly offers: readonly Offer[]; readonly readAtMs: number } {
  const { data: runs } = useQuery(read("/algorithm/all-status"));
  const isManual =
    runs !== undefined &&
    tradingBrokers.some((broker) => runs[broker].status === "running" && runs[broker].approval_mode === "manual");
  const { data, dataUpdatedAt } = useQuery({
    ...read("/approvals"),
    refetchInterval: isManual ? POLL.approvalMs : false,
  });
  return { offers: data?.offers ?? [], readAtMs: dataUpdatedAt };
}

const SHEET =
  "fixed inset-x-0 bottom-0 z-50 grid max-h-[94dvh] gap-4 overflow-y-auto rounded-t-xl border border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-card outline-none data-[state=open]:animate-pop sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,calc(100%-2.5rem))] sm:-translate-1/2 sm:rounded-xl sm:p-6";

/** Stands once in the dashboard: an entry that waits for its person comes over whatever is open. */
export function ApprovalHost({ killSwitch }: { killSwitch: ReactNode }) {
  const { offers, readAtMs } = useOffers();
  const [shown, setShown] = useState<Shown | null>(null);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const next = offers.find(({ tag, answer }) => answer === null && !seen.includes(tag));

  useEffect(() => {
    if (shown !== null || next === undefined) return;
    setShown({ offer: next, endsAtMs: readAtMs + next.left_ms });
    setSeen((tags) => [...tags, next.tag]);
  }, [shown, next, readAtMs]);

  // The price of an offer that stands is read anew; everything else of it stays.
  const fresh = offers.find(({ tag }) => tag === shown?.offer.tag);
  const offer = useMemo(
    () => (shown === null ? null : { ...shown.offer, price_paise: fresh?.price_paise ?? shown.offer.price_paise }),
    [shown, fresh?.price_paise],
  );
  const ways = useMemo(() => (shown === null ? null : waysOf(shown.offer)), [shown]);
  if (shown === null || offer === null || ways === null) return null;
  return (
    <Root open>
      <Portal>
        <Overlay className="fixed inset-0 z-50 bg-scrim backdrop-blur-[2px]" />
        <Content className={SHEET} aria-describedby={undefined} onEscapeKeyDown={() => setShown(null)}>
          <ApprovalSheet
            key={shown.offer.tag}
            offer={offer}
            endsAtMs={shown.endsAtMs}
            ways={ways}
            heading={(text) => <Title className="text-2xl font-semibold">{text}</Title>}
            beside={killSwitch}
            onward={<Button onClick={() => setShown(null)}>{texts.close}</Button>}
          />
        </Content>
      </Portal>
    </Root>
  );
}
