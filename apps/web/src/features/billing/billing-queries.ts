import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PAISE_PER_RUPEE, type Paise, paise } from "@vriddhi/core/shared/money";
import { useEffect } from "react";
import { ApiError } from "../../lib/api.ts";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { read } from "../../lib/query.tsx";
import { useSessionStore } from "../../lib/session.tsx";
import { unreachableText } from "../../texts/account-form.texts.ts";
import { billingTexts } from "./billing.texts.ts";

const HISTORY = "/billing/history";

export const useBillingHistory = () => useQuery(read(HISTORY));
export const useGuarantees = () => useQuery(read("/billing/guarantees"));

export function useReadHistoryAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [HISTORY] });
}

const hasSessionEnded = (cause: unknown): boolean => cause instanceof ApiError && cause.code === "not_signed_in";

/** A session that was ended elsewhere also ends the page. */
export function useEndWithSession(cause: unknown): void {
  const store = useSessionStore();
  const isOver = hasSessionEnded(cause);
  useEffect(() => {
    if (isOver) void store.check();
  }, [isOver, store]);
}

/** The server's sentence, or ours where there is none. */
export function failureSentence(cause: unknown): string {
  if (!(cause instanceof ApiError)) {
    reportError(cause); // a fault of ours belongs into the console
    return billingTexts.unknownFault;
  }
  return cause.status === 0 ? unreachableText : (cause.detail ?? billingTexts.unknownFault);
}

/** The wire speaks rupees. */
export const toPaise = (inRupees: number): Paise => paise(Math.round(inRupees * PAISE_PER_RUPEE));

/** 3 Nov 2026 – 3 Dec 2026 */
export const formatSpan = (start: string, end: string): string =>
  `${formatIstDate(instantOf(start))} – ${formatIstDate(instantOf(end))}`;
