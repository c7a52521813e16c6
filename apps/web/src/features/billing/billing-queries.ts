import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../lib/api.ts";
import { read } from "../../lib/query.tsx";
import { useSessionStore } from "../../lib/session.tsx";
import { unreachableText } from "../../texts/account-form.texts.ts";
import { billingTexts } from "./billing.texts.ts";

const HISTORY = "/billing/history";

export const useBillingHistory = () => useQuery(read(HISTORY));
const DETAILS = "/billing/details";

export const useBillingDetails = () => useQuery(read(DETAILS));

export function useReadDetailsAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [DETAILS] });
}

export const useGuarantees = () => useQuery(read("/billing/guarantees"));

export function useReadHistoryAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [HISTORY] });
}

const hasSessionEnded = (cause: unknown): boolean => cause instanceof ApiError && cause.code === "not_signed_in";

/** A session that ended elsewhere also ends the page. */
export function useEndWithSession(cause: unknown): void {
  const store = useSessionStore();
  const isOver = hasSessionEnded(cause);
  useEffect(() => {
    if (isOver) void store.check();
  }, [isOver, store]);
}

export function failureSentence(cause: unknown): string {
  if (!(cause instanceof ApiError)) {
    reportError(cause); // our own bug: log it
    return billingTexts.unknownFault;
  }
  return cause.status === 0 ? unreachableText : (cause.detail ?? billingTexts.unknownFault);
}
