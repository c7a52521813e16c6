import { ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { TRIAL_STARTED } from "./trial.messages.ts";
import type { TrialService } from "./trial.service.ts";

export const trialHandlers = (service: TrialService): Handlers<"startFreeTrial"> => ({
  async startFreeTrial({ caller }) {
    const started = await service.start(caller.userId);
    return started.ok ? ok({ message: TRIAL_STARTED, end_date: toTimestamp(started.value.endsAt) }) : started;
  },
});
