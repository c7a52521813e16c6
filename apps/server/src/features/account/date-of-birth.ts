import { ageOn, MINIMUM_AGE_YEARS } from "@vriddhi/core/account/rules";
import { err, ok } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Caller, From, Handlers } from "../../platform/http/handler.ts";
import { dobReplies } from "./account.messages.ts";
import type { AccountStore } from "./account.store.ts";

export interface DateOfBirthDeps {
  readonly store: Pick<AccountStore, "findUserById" | "giveDob">;
  readonly clock: HumanClock;
  hasOpenPosition(userId: string): Promise<boolean>;
  closeAccount(caller: Caller, from: From): Promise<void>;
}

/** Google reports no age, so the product asks after the first sign-in. A stored date does not change (A9.2). */
export const dateOfBirthHandlers = (deps: DateOfBirthDeps): Handlers<"giveDateOfBirth"> => ({
  async giveDateOfBirth({ caller, body, from, session }) {
    const user = await deps.store.findUserById(caller.userId);
    if (user === null || user.dob !== null) return err("dob_known");
    if (ageOn(istDateOf(deps.clock.now()), body.dob) < MINIMUM_AGE_YEARS) {
      if (await deps.hasOpenPosition(caller.userId)) return err("position_open");
      await deps.closeAccount(caller, from);
      session.end();
      return ok({ message: dobReplies.closed, closed: true });
    }
    const isGiven = await deps.store.giveDob(caller.userId, body.dob);
    return isGiven ? ok({ message: dobReplies.kept, closed: false }) : err("dob_known");
  },
});
