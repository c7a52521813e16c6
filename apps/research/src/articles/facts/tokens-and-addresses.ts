import { planStep, type StepKind } from "@vriddhi/core/schedule/day-plan";
import { istDate, istMinuteOf } from "@vriddhi/core/time/ist";
import { SESSION_OPEN } from "@vriddhi/core/time/session-hours";
import type { Article } from "../article.ts";
import { computed, type Facts, fromBrokers, fromMarket, fromPages } from "../fact.ts";
import { drawTimeline } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { clock } from "../format.ts";

const ANY_DAY = istDate("2026-09-25");
const at = (kind: StepKind): string => clock(istMinuteOf(planStep(kind, ANY_DAY).dueAt));
const startEnd = clock(istMinuteOf(planStep("start", ANY_DAY).usefulUntil));
const SESSION_END = "Session end: Kite 06:00 IST, Angel 00:00 IST, Fyers JWT exp 06:00 IST.";

const facts: Facts = {
  kite_end: fromBrokers("6:00", SESSION_END),
  fyers_end: fromBrokers("6:00", SESSION_END),
  code_digits: fromPages("kite", "six", "twofa_value=<6 digits>"),
  refresh_days: fromPages("fyers", "15", "refresh token 15 days"),
  refresh_end: fromPages(
    "fyers",
    "1 April 2026",
    'From 1 Apr 2026: "2FA once every trading day; continuous refresh-token sessions not supported"',
  ),
  per_second: fromPages("kite", "10", "order place | 10/s, **400/min, 5000/day**"),
  per_minute: fromPages("kite", "400", "order place | 10/s, **400/min, 5000/day**"),
  per_day: fromPages("kite", "5,000", "order place | 10/s, **400/min, 5000/day**"),
  data_fee: fromMarket("₹500", "Kite Connect data plan Rs 500/month"),
  angel_ips: fromPages(
    "angelone",
    "five",
    "keys created in the new login carry up to 5 IPs, one change per calendar week, IPv4 only",
  ),
  in_force: fromBrokers("1 April 2026", "mandatory 1 Apr 2026"),
  disconnect: computed(at("disconnect")),
  ask_early: computed(at("ask_early")),
  ask_again: computed(at("ask_again")),
  ask_last: computed(at("ask_last")),
  reconnect: computed(at("reconnect")),
  instruments: computed(at("instruments")),
  readiness: computed(at("readiness_early")),
  start: computed(at("start")),
  start_end: computed(startEnd),
  open: computed(clock(SESSION_OPEN)),
};

const morning: Figure = {
  name: "morning-clock",
  alt: `A morning on the clock: sessions end at midnight (Angel One) and 6:00 (Zerodha, Fyers); ${at("disconnect")} old sessions are closed; ${at("ask_early")}, ${at("ask_again")} and ${at("ask_last")} links to log in are sent; ${at("reconnect")} automatic logins; ${at("instruments")} lists of shares; ${at("start")} start; ${startEnd} last start; ${clock(SESSION_OPEN)} the market opens.`,
  draw: (frame) =>
    drawTimeline(
      frame,
      { title: "A morning on the clock", unit: "What happens before the market opens" },
      [
        { when: "0:00", what: "Angel One's sessions end", fill: INK.quiet },
        { when: "6:00", what: "Zerodha's and Fyers' end", fill: INK.quiet },
        { when: at("disconnect"), what: "Old sessions are closed", fill: INK.blue },
        {
          when: at("ask_early"),
          what: `First link to log in (again ${at("ask_again")}, ${at("ask_last")})`,
          narrowWhat: "First link to log in",
          fill: INK.gold,
        },
        { when: at("reconnect"), what: "Automatic logins", fill: INK.blue },
        { when: at("instruments"), what: "Today's lists of shares", fill: INK.blue },
        { when: at("start"), what: "Start of ready accounts", fill: INK.blue },
        { when: startEnd, what: "No start after this", fill: INK.gold },
        { when: clock(SESSION_OPEN), what: "The market opens", fill: INK.text },
      ],
      frame.isNarrow ? 4.2 : 4.6,
    ),
};

export const tokensAndAddresses: Article = { slug: "tokens-and-static-ips", facts, figures: [morning] };
