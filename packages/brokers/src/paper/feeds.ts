import type { BrokerOrder } from "@vriddhi/core/order/order";
import type { PaperMarket } from "@vriddhi/core/paper/paper-model";
import type {
  Feed,
  FeedListener,
  OrderListener,
  OrderUpdates,
  QuoteStream,
  SessionSource,
  Tick,
} from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { PaperBooks, PaperPrices } from "../port/paper-books.ts";
import type { PortfolioReader } from "../port/portfolio-reader.ts";

/** The ISIN serves as a share's token on paper. */
const toTick = ({ isin, last, volume, bids, asks, at }: PaperMarket): Tick => ({
  token: isin,
  lastPrice: last,
  volume,
  bid: bids[0]?.price ?? null,
  ask: asks[0]?.price ?? null,
  at,
});

/** Needs no connection: opens with a session, and stops without one. */
function openFeed(access: SessionSource, listener: FeedListener, begin: (access: AccountAccess) => () => void): Feed {
  let end: (() => void) | null = null;
  let isClosed = false;
  listener.state("connecting");
  const opening = access().then((given) => {
    if (isClosed) return;
    if (given === null) {
      listener.state("refused");
      return;
    }
    end = begin(given);
    listener.state("open");
  });
  opening.catch(() => void (isClosed || listener.state("refused")));
  return {
    close() {
      if (isClosed) return;
      isClosed = true;
      end?.();
      listener.state("closed");
    },
  };
}

export const createPaperQuotes = (prices: PaperPrices): QuoteStream => ({
  open(access, listener) {
    let wanted: ReadonlySet<string> = new Set();
    const feed = openFeed(access, listener, () =>
      prices.listen((market) => {
        if (wanted.has(market.isin)) listener.ticks([toTick(market)], market.at);
      }),
    );
    return {
      close: () => feed.close(),
      subscribe(tokens) {
        wanted = new Set(tokens);
      },
    };
  },
});

function createOrderReports(
  portfolio: Pick<PortfolioReader, "orders">,
  access: AccountAccess,
  listener: OrderListener,
) {
  const pushed = new Map<string, string>();
  let isBusy = false;
  let isAgain = false;

  function report({ id, tag, status, filledQuantity }: BrokerOrder): void {
    const news = `${status}:${filledQuantity}`;
    if (pushed.get(id) === news) return;
    pushed.set(id, news);
    listener.hint({ orderId: id, tag, status, filledQuantity });
  }

  async function look(): Promise<void> {
    isAgain = isBusy;
    if (isBusy) return;
    isBusy = true;
    try {
      const book = await portfolio.orders(access);
      if (book.ok) for (const order of book.value.rows) report(order);
    } finally {
      isBusy = false;
    }
    if (isAgain) await look();
  }
  return look;
}

export const createPaperUpdates = (books: PaperBooks, portfolio: Pick<PortfolioReader, "orders">): OrderUpdates => ({
  open: (source, listener) =>
    openFeed(source, listener, (access) => {
      const look = createOrderReports(portfolio, access, listener);
      return books.watch(access.session.clientId, () => void look().catch(() => undefined));
    }),
});
