import type { Article } from "../article.ts";
import { type Facts, fromBrokers, fromMarket } from "../fact.ts";
import { drawTimeline } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";

const GLIDE =
  "Start moved 1 Aug -> 1 Oct 2025 -> glide path (31 Oct, 30 Nov, 3 Jan 2026; laggards barred from new API clients 5 Jan 2026) -> in force for all brokers 1 Apr 2026";

const facts = {
  circular_date: fromMarket("4 February 2025", "SEBI circular 4 Feb 2025"),
  circular: fromMarket("SEBI/HO/MIRSD/MIRSD-PoD/P/CIR/2025/0000013", "SEBI/HO/MIRSD/MIRSD-PoD/P/CIR/2025/0000013"),
  first_start: fromMarket("1 August 2025", GLIDE),
  second_start: fromMarket("1 October 2025", GLIDE),
  glide_first: fromMarket("31 October", GLIDE),
  glide_second: fromMarket("30 November", GLIDE),
  glide_third: fromMarket("3 January 2026", GLIDE),
  barred: fromMarket("5 January 2026", GLIDE),
  in_force: fromMarket("1 April 2026", GLIDE),
  per_second: fromBrokers(
    "10 orders a second",
    "≤10 orders/s per exchange+segment: generic exchange algo id set **by the broker**",
  ),
  experience: fromMarket("two years'", "empanelled with the exchange (2 years' market experience)"),
  trail: fromMarket("5 years", "Audit trail 5 years"),
  weekly: fromMarket("once a week", "one primary + one backup, changed at most weekly, shared only in a family"),
  angel_ips: fromBrokers("five", "Angel ≤5 IPs/key and one change per calendar week"),
  reject_code: fromMarket("429", "over 10/s returns 429 (per calendar second)"),
  advert_first: fromMarket(
    "2 September 2022",
    "SEBI 2 Sep 2022: brokers must not refer to past or expected return of an algo, NOR associate with a platform that does",
  ),
  advert_second: fromMarket("5 April 2023", "RA/IA advertisement code 5 Apr 2023"),
  advert_from: fromMarket("1 May 2023", "(from 1 May 2023)"),
  warning_size: fromMarket("10 point", "exact warning in at least 10 point"),
  deposit: fromMarket("₹1 lakh to ₹10 lakh", "deposit Rs 1-10 lakh by client count"),
  login_by: fromMarket("9:10", "so a user must log in each morning before 9:10"),
} satisfies Facts;

/** As on a calendar; a step without a year was in the year of the circular. */
function shortDate(name: keyof typeof facts): string {
  const short = facts[name].text.replace(/([A-Z][a-z]{2})[a-z]+/, "$1");
  return /\d{4}$/.test(short) ? short : `${short} 2025`;
}

const rulesTimeline: Figure = {
  name: "rules-timeline",
  alt: "The road to the rules: circular on 4 February 2025; first start 1 August 2025, moved to 1 October 2025; steps on 31 October, 30 November and 3 January 2026; laggards barred from new API clients on 5 January 2026; in force for all brokers on 1 April 2026.",
  draw: (frame) =>
    drawTimeline(
      frame,
      { title: "Fourteen months to one date", unit: "The road to the rules for retail algos" },
      [
        { when: shortDate("circular_date"), what: "The circular is published", fill: INK.blue },
        { when: shortDate("first_start"), what: "First date to begin; moved", fill: INK.quiet },
        { when: shortDate("second_start"), what: "Second date; steps instead", fill: INK.quiet },
        { when: shortDate("glide_first"), what: "First step for brokers", fill: INK.blue },
        { when: shortDate("glide_second"), what: "Second step", fill: INK.blue },
        { when: shortDate("glide_third"), what: "Third step", fill: INK.blue },
        { when: shortDate("barred"), what: "Laggards: no new API clients", fill: INK.blue },
        { when: shortDate("in_force"), what: "In force for all brokers", fill: INK.gold },
      ],
      frame.isNarrow ? 8.4 : 8.8,
    ),
};

export const retailAlgoRules: Article = { slug: "rules-for-retail-algos-2026", facts, figures: [rulesTimeline] };
