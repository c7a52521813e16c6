import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NotificationChannel } from "@vriddhi/core/notification/notification-kind";
import { ApiError, api, type Call, type Reply } from "../../lib/api.ts";
import { read } from "../../lib/query.tsx";
import { useSessionStore } from "../../lib/session.tsx";
import { unreachableText } from "../../texts/account-form.texts.ts";
import { showToast } from "../../ui/toast.tsx";
import { notificationTexts } from "./notification.texts.ts";

const PATH = "/notifications/preferences";
export type Preferences = Reply<"GET", typeof PATH>;
export type Wishes = Call<"PUT", typeof PATH>["body"];

export const usePreferences = () => useQuery(read(PATH));

/** A refusal that is said by the browser and not by the server. */
export class BrowserRefusal extends Error {}

function sentenceOf(cause: unknown): string {
  if (cause instanceof BrowserRefusal) return cause.message;
  if (!(cause instanceof ApiError)) {
    reportError(cause); // a fault of ours belongs into the console
    return notificationTexts.unknownFault;
  }
  return cause.status === 0 ? unreachableText : (cause.detail ?? notificationTexts.unknownFault);
}

/** Says what went wrong; a session that was ended elsewhere also ends the page. */
export function useSayFailure(): (cause: unknown) => void {
  const store = useSessionStore();
  return (cause) => {
    if (cause instanceof ApiError && cause.code === "not_signed_in") void store.check();
    showToast("error", sentenceOf(cause));
  };
}

export function useReadPreferencesAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [PATH] });
}

/** Shows the wish at once, and the truth when it comes. */
export function useChangePreferences() {
  const queries = useQueryClient();
  const sayFailure = useSayFailure();
  const { queryKey } = read(PATH);
  const readAgain = useReadPreferencesAgain();
  return useMutation({
    mutationFn: (body: Wishes) => api("PUT", PATH, { body }),
    onMutate: async (body) => {
      // An answer that is on its way knows nothing of this wish, and must not undo it.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Preferences>(queryKey, (known) => known && withPreferences(known, body));
    },
    onError: async (cause) => {
      sayFailure(cause);
      await readAgain();
    },
    onSuccess: (reply) => queries.setQueryData<Preferences>(queryKey, reply),
  });
}

export function withPreferences(known: Preferences, { switches, quiet_nights }: Wishes): Preferences {
  const isSame = (a: { kind: string; channel: string }, b: { kind: string; channel: string }) =>
    a.kind === b.kind && a.channel === b.channel;
  return {
    ...known,
    quiet_nights: quiet_nights ?? known.quiet_nights,
    switches: known.switches.map((each) => {
      const wish = switches.find((other) => isSame(each, other));
      return wish && !each.is_locked ? { ...each, is_on: wish.is_on } : each;
    }),
  };
}

export function useTest(channel: NotificationChannel) {
  const sayFailure = useSayFailure();
  return useMutation({
    mutationFn: () => api("POST", "/notifications/test", { body: { channel } }),
    onSuccess: ({ message }) => showToast("success", message),
    onError: sayFailure,
  });
}
