import { CAPITAL_MAX, CAPITAL_MIN, type CapitalRefusal, judgeCapital } from "@vriddhi/core/run/capital";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Explained } from "../../platform/http/handler.ts";
import type { CapitalScope, CapitalStore } from "./capital.store.ts";

export interface CapitalView {
  readonly id: string | null;
  readonly band: Paise | null;
  readonly capital: Paise;
  readonly isActive: boolean;
}

export interface CapitalRequest {
  readonly userId: string;
  readonly scope: CapitalScope;
  readonly capital: Paise;
  readonly isActive?: boolean | undefined;
}

export interface CapitalService {
  of(userId: string, scope: CapitalScope): Promise<CapitalView>;
  /** Sets only the amount: the limit belongs to the plan. */
  choose(request: CapitalRequest): Promise<Result<CapitalView, Explained<"capital_refused">>>;
  isOwn(userId: string, id: string): Promise<boolean>;
}

export interface CapitalDeps {
  readonly store: CapitalStore;
  readonly clock: HumanClock;
  bandOf(userId: string): Promise<Paise | null>;
  explain(refusal: CapitalRefusal, band: Paise): string;
}

const NOTHING_ELSEWHERE = paise(0);

export function createCapitalService({ store, clock, bandOf, explain }: CapitalDeps): CapitalService {
  return {
    async of(userId, scope) {
      const choice = await store.find(userId, scope);
      // Until Fyers has its own amount, the shared one counts there too.
      const shared = choice === null && scope === "fyers" ? await store.find(userId, "account") : null;
      return {
        id: choice?.id ?? null,
        band: await bandOf(userId),
        capital: choice?.capital ?? shared?.capital ?? CAPITAL_MIN,
        isActive: choice?.isActive ?? true,
      };
    },
    async choose({ userId, scope, capital, isActive }) {
      const band = await bandOf(userId);
      const judged = judgeCapital(capital, { band, elsewhere: NOTHING_ELSEWHERE });
      if (!judged.ok) return err({ code: "capital_refused", detail: explain(judged.error, band ?? CAPITAL_MAX) });
      const choice = await store.put(userId, scope, { capital, isActive, at: clock.now() });
      return ok({ id: choice.id, band, capital: choice.capital, isActive: choice.isActive });
    },
    isOwn: async (userId, id) => (await store.findById(userId, id)) !== null,
  };
}
