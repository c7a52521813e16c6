import { ok } from "@vriddhi/core/shared/result";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { fourEyesTexts } from "./four-eyes.messages.ts";
import { type FourEyes, isUnfinished } from "./four-eyes.service.ts";
import type { WaitingAct } from "./four-eyes.store.ts";

function stateOf(act: WaitingAct, now: EpochMs) {
  if (act.state === "waiting" && act.expiresAt <= now) return "expired" as const;
  return isUnfinished(act, now) ? ("unfinished" as const) : act.state;
}

const toReply = (act: WaitingAct, callerId: string, now: EpochMs) => ({
  id: act.id,
  kind: act.kind,
  sentence: act.sentence,
  asked_by: act.askedByName ?? act.askedBy,
  asked_at: toTimestamp(act.askedAt),
  expires_at: toTimestamp(act.expiresAt),
  state: stateOf(act, now),
  decided_by: act.decidedBy === null ? null : (act.decidedByName ?? act.decidedBy),
  decided_at: act.decidedAt === null ? null : toTimestamp(act.decidedAt),
  outcome: act.outcome,
  is_own: act.askedBy === callerId,
});

export const fourEyesHandlers = (
  fourEyes: FourEyes,
  clock: HumanClock,
): Handlers<"listWaitingActs" | "confirmAct" | "refuseAct"> => ({
  async listWaitingActs({ caller }) {
    const acts = await fourEyes.list();
    return ok({ is_on: fourEyes.isOn, acts: acts.map((act) => toReply(act, caller.userId, clock.now())) });
  },
  async confirmAct({ params, caller, from }) {
    const confirmed = await fourEyes.confirm(params.actId, { userId: caller.userId, ip: from.ip });
    if (!confirmed.ok) return confirmed;
    const act = toReply(confirmed.value, caller.userId, clock.now());
    return ok({ message: act.outcome ?? fourEyesTexts.confirmed, act });
  },
  async refuseAct({ params, caller, from }) {
    const refused = await fourEyes.refuse(params.actId, { userId: caller.userId, ip: from.ip });
    if (!refused.ok) return refused;
    return ok({ message: fourEyesTexts.refused, act: toReply(refused.value, caller.userId, clock.now()) });
  },
});
