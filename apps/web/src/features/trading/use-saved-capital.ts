import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, api } from "../../lib/api.ts";
import { read } from "../../lib/query.tsx";
import { showToast } from "../../ui/toast.tsx";
import { capitalTexts } from "./trading.texts.ts";

export interface Holder {
  readonly userId: string;
  readonly name: string;
  readonly plan: string | null;
}

export interface Allocation {
  readonly id: string | null;
  readonly userId: string;
  readonly isActive: boolean;
  /** In rupees; `null`: no band is known. */
  readonly band: number | null;
  readonly chosen: number;
}

/** B3.3: Fyers has a record that is built here. */
const FYERS_ID = "fyers_capital";

const SAVE_TIMEOUT_MS = 10_000;

/** Fyers has a value of its own; the other brokers share one. B7.8, B7.10 */
export type CapitalSource = "fyers" | "account";

const fyersQuestion = read("/api/fyers/capital");
const accountQuestion = (userId: string) => read("/api/capital-allocation/user/{userId}", { params: { userId } });

interface Amounts {
  readonly capital_amount: number | null;
  readonly capital: number;
}

const ofFyers = (userId: string, { capital_amount: band, capital }: Amounts): Allocation => ({
  id: FYERS_ID,
  userId,
  isActive: true,
  band,
  chosen: capital,
});

function useSave(holder: Holder, source: CapitalSource | null, stored: Allocation | null) {
  const queries = useQueryClient();
  const { userId, name, plan } = holder;

  async function saveAccount(capital: number): Promise<void> {
    const call = { timeoutMs: SAVE_TIMEOUT_MS };
    const reply =
      stored?.id == null
        ? await api("POST", "/api/capital-allocation/create", {
            body: { user_id: userId, user_name: name, capital_amount: capital, plan_name: plan },
            ...call,
          })
        : await api("PUT", "/api/capital-allocation/update/{id}", {
            params: { id: stored.id },
            body: { capital_amount: capital, is_active: stored.isActive },
            ...call,
          });
    queries.setQueryData(accountQuestion(userId).queryKey, {
      id: reply.id,
      user_id: reply.user_id,
      is_active: reply.is_active,
      capital_amount: reply.capital_amount,
      capital: reply.capital,
    });
  }

  async function saveFyers(capital: number): Promise<void> {
    const body = { capital_amount: capital };
    const reply = await api("PUT", "/api/fyers/capital", { body, timeoutMs: SAVE_TIMEOUT_MS });
    queries.setQueryData(fyersQuestion.queryKey, reply);
  }

  return useMutation({
    mutationFn: (capital: number) => (source === "fyers" ? saveFyers(capital) : saveAccount(capital)),
    onError: (cause) =>
      showToast("error", (cause instanceof ApiError ? cause.detail : null) ?? capitalTexts.saveFailed),
  });
}

/** B7.8-B7.12, B8.3: the band and the saved capital; a failed read leaves the band unset. */
export function useSavedCapital(holder: Holder, source: CapitalSource | null) {
  const { userId } = holder;
  const fyers = useQuery({ ...fyersQuestion, enabled: source === "fyers" });
  const account = useQuery({ ...accountQuestion(userId), enabled: source === "account" });
  const ofAccount: Allocation | null = account.data
    ? {
        id: account.data.id,
        userId,
        isActive: account.data.is_active,
        band: account.data.capital_amount,
        chosen: account.data.capital,
      }
    : null;
  const allocation = source === "fyers" ? fyers.data && ofFyers(userId, fyers.data) : ofAccount;
  const question = source === "fyers" ? fyers : account;
  const save = useSave(holder, source, allocation ?? null);
  // B8.3: one failed try is enough to know that nothing is known; the next tries do not block a start.
  const isKnown = !question.isPending || question.failureCount > 0;
  return { allocation: allocation ?? null, isKnown, save: save.mutate, isSaving: save.isPending };
}
