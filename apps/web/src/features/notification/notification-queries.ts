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
export type PreferenceChanges = Call<"PUT", typeof PATH>["body"];

export const usePreferences = () => useQuery(read(PATH));

export class BrowserRefusal extends Error {}

function sentenceOf(cause: unknown): string {
  if (cause instanceof BrowserRefusal) return cause.message;
  if (!(cause instanceof ApiError)) {
    reportError(cause); // our own bug: log it
    return notificationTexts.unknownFault;
  }
  return cause.status === 0 ? unreachableText : (cause.detail ?? notificationTexts.unknownFault);
}

/** Shows a failure; a session that ended elsewhere also ends the page. */
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

/** Shows the change at once, and the server's answer when it arrives. */
export function useChangePreferences() {
  const queries = useQueryClient();
  const sayFailure = useSayFailure();
  const { queryKey } = read(PATH);
  const readAgain = useReadPreferencesAgain();
  return useMutation({
    mutationFn: (body: PreferenceChanges) => api("PUT", PATH, { body }),
    onMutate: async (body) => {
      // A response already on its way does not know of this change, and must not undo it.
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

export function withPreferences(known: Preferences, { switches, quiet_nights }: PreferenceChanges): Preferences {
  const isSame = (a: { kind: string; channel: string }, b: { kind: string; channel: string }) =>
    a.kind === b.kind && a.channel === b.channel;
  return {
    ...known,
    quiet_nights: quiet_nights ?? known.quiet_nights,
    switches: known.switches.map((each) => {
      const wanted = switches.find((other) => isSame(each, other));
      return wanted && !each.is_locked ? { ...each, is_on: wanted.is_on } : each;
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
