import type { MorningLogin } from "@vriddhi/core/readiness/readiness";
import { isLoginOutcome, type LoginOutcome } from "@vriddhi/core/schedule/morning-login";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { DueStepStore } from "../../platform/due-step/due-step.store.ts";

export interface MorningState {
  /** The outcome of the 8:30 login; `null` while it is unknown. */
  outcomeOf(linkId: string, day: IstDate): Promise<LoginOutcome | null>;
  loginOf(linkId: string, day: IstDate): Promise<MorningLogin>;
}

export function createMorningState(steps: Pick<DueStepStore, "outcomeOf">): MorningState {
  async function outcomeOf(linkId: string, day: IstDate): Promise<LoginOutcome | null> {
    const outcome = await steps.outcomeOf({ kind: "reconnect", subject: linkId, day });
    return outcome !== null && isLoginOutcome(outcome) ? outcome : null;
  }
  return {
    outcomeOf,
    async loginOf(linkId, day) {
      const outcome = await outcomeOf(linkId, day);
      if (outcome === null) return "under_way";
      return outcome === "broker_unavailable" ? "unavailable" : "over";
    },
  };
}
