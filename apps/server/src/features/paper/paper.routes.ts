import type { PaperReply, paperEndpoints } from "@vriddhi/contract/paper";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { isFinal } from "@vriddhi/core/order/order";
import { chargesOf, fundsOf, positionsOf, realisedToday } from "@vriddhi/core/paper/paper-money";
import type { PaperSettings } from "@vriddhi/core/paper/paper-settings";
import type { CapitalRefusal } from "@vriddhi/core/run/capital";
import { PAISE_PER_RUPEE, rupees } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { paperAssumptions, paperCapitalRefused } from "./paper.messages.ts";
import type { PaperService, PaperView } from "./paper.service.ts";

const rupeesOf = (amount: number): number => amount / PAISE_PER_RUPEE;

const nothing = (assumptions: readonly string[]): PaperReply => ({
  is_open: false,
  capital: null,
  cash: null,
  available: null,
  used: null,
  result_today: null,
  charges_today: null,
  working_orders: 0,
  positions: [],
  opened_at: null,
  assumptions: [...assumptions],
});

function describe({ record, book }: PaperView, settings: PaperSettings): PaperReply {
  const { available, used } = fundsOf(book, settings);
  return {
    is_open: true,
    capital: rupeesOf(record.capital),
    cash: rupeesOf(book.cash),
    available: rupeesOf(available),
    used: rupeesOf(used),
    result_today: rupeesOf(realisedToday(book)),
    charges_today: rupeesOf(chargesOf(book, tariffOf("paper"))),
    working_orders: book.orders.filter(({ status }) => !isFinal(status)).length,
    positions: positionsOf(book).map(({ share, netQuantity, boughtQuantity, soldQuantity }) => ({
      symbol: share.symbol,
      isin: share.isin,
      net_quantity: netQuantity,
      bought_quantity: boughtQuantity,
      sold_quantity: soldQuantity,
    })),
    opened_at: toTimestamp(record.openedAt),
    assumptions: [...paperAssumptions(settings)],
  };
}

const CAPITAL_REFUSALS: ReadonlySet<string> = new Set([
  "capital_too_low",
  "capital_off_step",
  "capital_over_band",
] satisfies CapitalRefusal[]);

function explain<E extends string>(refusal: E | CapitalRefusal) {
  const isCapital = (code: string): code is CapitalRefusal => CAPITAL_REFUSALS.has(code);
  if (isCapital(refusal)) return { code: "capital_refused" as const, detail: paperCapitalRefused(refusal) };
  return refusal as Exclude<E, CapitalRefusal>;
}

export function paperHandlers(paper: PaperService, settings: PaperSettings): Handlers<keyof typeof paperEndpoints> {
  async function show(userId: string): Promise<Result<PaperReply, "paper_away">> {
    const view = await paper.read(userId);
    if (!view.ok) return view;
    return ok(view.value === null ? nothing(paperAssumptions(settings)) : describe(view.value, settings));
  }
  return {
    readPaper: ({ caller }) => show(caller.userId),
    async openPaper({ caller: { userId }, body }) {
      const opened = await paper.open(userId, rupees(body.capital));
      return opened.ok ? show(userId) : err(explain(opened.error));
    },
    async resetPaper({ caller: { userId }, body }) {
      const begun = await paper.reset(userId, rupees(body.capital));
      return begun.ok ? show(userId) : err(explain(begun.error));
    },
  };
}
