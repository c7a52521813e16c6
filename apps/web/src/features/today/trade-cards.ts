import { lazyPart } from "../../lib/lazy-part.ts";

/** The parts of a trade and its day. Before the algorithm runs there is nothing to show. */
async function loadTradeCards() {
  const [position, result, orders, shortlist, timeline] = await Promise.all([
    import("./position-card.tsx"),
    import("./result-card.tsx"),
    import("./orders-card.tsx"),
    import("./shortlist-card.tsx"),
    import("./timeline-past.ts"),
  ]);
  return {
    PositionCard: position.PositionCard,
    ResultCard: result.ResultCard,
    OrdersCard: orders.OrdersCard,
    ShortlistCard: shortlist.ShortlistCard,
    pastOf: timeline.pastOf,
  };
}

export type TradeCards = Awaited<ReturnType<typeof loadTradeCards>>;
export const tradeCards = lazyPart(loadTradeCards);
