import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { istDate } from "@vriddhi/core/time/ist";
import { continuousUntil, SESSION_CLOSE } from "@vriddhi/core/time/session-hours";
import type { Article } from "../article.ts";
import { computed, type Facts, fromBrokers, fromMarket } from "../fact.ts";
import type { Figure } from "../figures/figure.ts";
import { circle, type Frame, heading, INK, line, plotOf, scaleBetween, text } from "../figures/kit.ts";
import { clock, count, decimal, longDate, money, percent, signed, table } from "../format.ts";
import { type AuctionPrint, NOTABLE_BASIS_POINTS } from "../measure/closing-auctions.ts";
import { MEASURED } from "./measured.ts";

const { auctions } = MEASURED;
const SHARES = MEASURED.shares;

function printOf(share: string, date: string): AuctionPrint {
  const print = auctions.prints.find((each) => each.share === share && each.date === date);
  if (print === undefined) throw new Error("The sample lacks an auction that the article speaks of.");
  return print;
}

const sbin = printOf("SBIN", "2026-08-04");
const PHASES =
  "15:15–15:20 reference price (no order entry), 15:20–15:25 limit+market, 15:25–(random 15:28–15:30) limit only, matching to 15:35; ±3 % band; no stop-loss/iceberg";
const SQUARE_OFFS = "Zerodha 15:20/15:25, Fyers 15:15, Angel 15:15/15:20) predate CAS";

const meanAwayOf = (share: string): number => {
  const away = auctions.prints.filter((each) => each.share === share).map(({ basisPoints }) => Math.abs(basisPoints));
  return away.reduce((sum, each) => sum + each, 0) / away.length;
};

const byShare = table(
  ["Share", "Auctions", "Mean distance, basis points", "Farthest"],
  SHARES.map((share) => {
    const prints = auctions.prints.filter((each) => each.share === share);
    const [far] = prints.toSorted((one, other) => Math.abs(other.basisPoints) - Math.abs(one.basisPoints));
    return [share, count(prints.length), decimal(meanAwayOf(share), 1), signed(far?.basisPoints ?? 0, 1)];
  }),
);

const facts: Facts = {
  since: computed(longDate("2026-08-03")),
  old_close: computed(clock(SESSION_CLOSE)),
  continuous: computed(clock(continuousUntil(istDate("2026-08-03")))),
  circular: fromBrokers(
    "HO/47/11/11(3)2025-MRD-POD2/I/2765/2026",
    "SEBI circular HO/47/11/11(3)2025-MRD-POD2/I/2765/2026 of 16 Jan 2026",
  ),
  circular_date: fromBrokers("16 January 2026", "SEBI circular HO/47/11/11(3)2025-MRD-POD2/I/2765/2026 of 16 Jan 2026"),
  phases: fromBrokers(
    table(
      ["Time", "What happens"],
      [
        ["15:15 to 15:20", "The reference price is computed; no orders"],
        ["15:20 to 15:25", "Limit and market orders"],
        ["15:25 to a random moment from 15:28 to 15:30", "Limit orders only"],
        ["until 15:35", "Everything trades at one price"],
      ],
    ),
    PHASES,
  ),
  band: fromBrokers("3%", PHASES),
  derivatives_until: fromBrokers("15:40", "Equity derivatives trade to 15:40."),
  post_close: fromBrokers("from 15:50 to 16:00", "Post-close 15:50–16:00"),
  pre_open: fromMarket("7 September 2026", "**From 7 Sep 2026** (NSE CMTR74969"),
  sbin_date: computed(longDate(sbin.date)),
  sbin_last_minute: computed(clock(continuousUntil(istDate(sbin.date)) - 1)),
  sbin_last: computed(money(sbin.lastContinuous)),
  sbin_price: computed(money(sbin.price)),
  sbin_shares: computed(count(sbin.shares)),
  sbin_minute: computed(clock(sbin.minute)),
  sbin_percent: computed(percent(sbin.basisPoints / 100, 2)),
  quiet_from: fromMarket("15:16", "zero trades 15:16-15:27"),
  quiet_until: fromMarket("15:27", "zero trades 15:16-15:27"),
  auctions: computed(count(auctions.prints.length)),
  sessions: computed(count(auctions.sessions)),
  sample_shares: computed(count(SHARES.length)),
  sample_until: computed(longDate(MEASURED.until)),
  mean_away: computed(decimal(auctions.meanAway, 0)),
  far_prints: computed(count(auctions.farPrints)),
  higher: computed(count(auctions.prints.filter(({ basisPoints }) => basisPoints > 0).length)),
  far: computed(String(NOTABLE_BASIS_POINTS)),
  farthest_share: computed(auctions.farthest.share),
  farthest_date: computed(longDate(auctions.farthest.date)),
  farthest: computed(signed(auctions.farthest.basisPoints, 0)),
  by_share: computed(byShare),
  zerodha_square_off: fromBrokers("15:20", SQUARE_OFFS),
  fyers_square_off: fromBrokers("15:15", SQUARE_OFFS),
  zerodha_fee: fromMarket("₹50", "Zerodha 15:20 (Rs 50+GST per order)"),
  entries_until: computed(clock(TRADING_HOURS.entriesUntil)),
  closing_from: computed(clock(TRADING_HOURS.closingFrom)),
  flat_by: computed(clock(TRADING_HOURS.flatBy)),
};

function drawAuctions(frame: Frame): string {
  const box = plotOf(frame, 7.4, 1.4, 3.9);
  const x = scaleBetween(-110, 110, box.left, box.right);
  const step = (box.bottom - box.top) / SHARES.length;
  const marks = (step: number): string[] =>
    SHARES.map((share, row) => {
      const y = box.top + step * (row + 0.5);
      const dots = auctions.prints
        .filter((print) => print.share === share)
        .map(({ basisPoints }) => circle(x(basisPoints), y, frame.isNarrow ? 4.5 : 10, INK.gold, 0.75));
      const name = text(frame, box.left - frame.size * 0.7, y + frame.size * 0.35, share, { anchor: "end" });
      return line(box.left, y, box.right, y, INK.line) + name + dots.join("");
    });
  const scale = [-100, -50, 0, 50, 100].map((at) =>
    text(frame, x(at), box.bottom + frame.size * 1.2, signed(at, 0), { anchor: "middle" }),
  );
  return [
    heading(frame, { title: "One price, out of reach", unit: "Auction price against the last trade, bps" }),
    line(x(0), box.top, x(0), box.bottom, INK.text, frame.isNarrow ? 1 : 2, "4 4"),
    ...marks(step),
    ...scale,
    text(frame, (box.left + box.right) / 2, box.bottom + frame.size * 2.9, "Basis points; a dot is one auction", {
      anchor: "middle",
    }),
  ].join("");
}

const auctionGaps: Figure = {
  name: "auction-gaps",
  alt: `${auctions.prints.length} closing auctions of ${SHARES.length} shares. The auction's price lay ${decimal(auctions.meanAway, 0)} basis points from the last continuous price on average, and up to ${signed(auctions.farthest.basisPoints, 0)}.`,
  draw: drawAuctions,
};

export const closingAuction: Article = { slug: "the-closing-auction", facts, figures: [auctionGaps] };
