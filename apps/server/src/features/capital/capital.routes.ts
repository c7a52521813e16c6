import type { AllocationReply, capitalEndpoints } from "@vriddhi/contract/capital";
import { PAISE_PER_RUPEE, type Paise, rupees } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { CapitalService, CapitalView } from "./capital.service.ts";

export interface CapitalRoutesDeps {
  readonly capital: CapitalService;
  planOf(userId: string): Promise<string | null>;
}

const rupeesOf = (amount: Paise): number => amount / PAISE_PER_RUPEE;

const amountsOf = ({ band, capital }: CapitalView) => ({
  capital_amount: band === null ? null : rupeesOf(band),
  capital: rupeesOf(capital),
});

const allocationOf = (userId: string, view: CapitalView): AllocationReply => ({
  id: view.id,
  user_id: userId,
  is_active: view.isActive,
  ...amountsOf(view),
});

export const capitalHandlers = ({ capital, planOf }: CapitalRoutesDeps): Handlers<keyof typeof capitalEndpoints> => ({
  readFyersCapital: async ({ caller }) => ok(amountsOf(await capital.of(caller.userId, "fyers"))),
  async saveFyersCapital({ caller: { userId }, body }) {
    const chosen = await capital.choose({ userId, scope: "fyers", capital: rupees(body.capital_amount) });
    return chosen.ok ? ok(amountsOf(chosen.value)) : chosen;
  },
  readAllocation: async ({ caller: { userId } }) => ok(allocationOf(userId, await capital.of(userId, "account"))),
  async updateAllocation({ caller: { userId }, params, body }) {
    if (!(await capital.isOwn(userId, params.id))) return err("not_found");
    const chosen = await capital.choose({
      userId,
      scope: "account",
      capital: rupees(body.capital_amount),
      isActive: body.is_active,
    });
    return chosen.ok ? ok(allocationOf(userId, chosen.value)) : chosen;
  },
  async createAllocation({ caller: { userId, name }, body }) {
    if (body.user_id !== userId) return err("not_found");
    const chosen = await capital.choose({ userId, scope: "account", capital: rupees(body.capital_amount) });
    if (!chosen.ok) return chosen;
    return ok({ ...allocationOf(userId, chosen.value), user_name: name, plan_name: await planOf(userId) });
  },
});
