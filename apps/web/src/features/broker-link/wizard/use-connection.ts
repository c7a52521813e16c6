import { useMutation } from "@tanstack/react-query";
import { ApiError } from "../../../lib/api.ts";
import { useRefusal } from "../../../lib/use-refusal.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useFailure } from "../link/failure.ts";
import { useLeaving } from "../link/use-leaving.ts";
import { usePageLogin } from "../link/use-page-login.ts";
import type { ConnectionScript, Link, SaveOutcome, Values } from "./connection-script.ts";

/** Disconnect and delete, which need no subscription. */
export function useScriptLeaving<Status, Name extends string>(
  { leave }: ConnectionScript<Status, Name>,
  link: Link<Status>,
  onLeft: () => void,
) {
  return useLeaving({
    disconnect: leave.disconnect,
    remove: leave.remove,
    words: leave.words,
    onLeft: async () => {
      await link.learn(false);
      onLeft();
    },
  });
}

function useScriptLogin<Status, Name extends string>(
  script: ConnectionScript<Status, Name>,
  userId: string,
  link: Link<Status>,
) {
  const { factsOf, page, broker, words } = script;
  const { isConnected, readAgain, readNow } = link;
  const login = usePageLogin({
    userId,
    broker,
    isConnected,
    pending: link.query.data === undefined ? undefined : factsOf(link.query.data).pending,
    readAgain,
    readPending: async () => factsOf(await readNow()).pending,
    success: words.connected,
    onArrive: () => arrive.mutate(),
  });
  const confirm = async (isCertain: boolean, say: () => void): Promise<void> => {
    const outcome = await page?.confirm({
      isCertain,
      isConnected: async () => {
        const facts = factsOf(await readNow());
        return facts.isConnected && facts.pending === null;
      },
      readAgain,
    });
    if (outcome === "waiting" || page === null) return;
    if (outcome === "connected") say();
    else showToast("error", page.notValid);
    login.leave();
  };
  const arrive = useMutation({
    mutationFn: () => confirm(false, login.sayConnected),
    onError: () => showToast("error", page?.failed ?? words.connectFailed),
  });
  return { login, confirm, isArriving: arrive.isPending };
}

export function useConnection<Status, Name extends string>(script: ConnectionScript<Status, Name>, userId: string) {
  const fail = useFailure();
  const explain = useRefusal();
  const link = script.useLink(userId);
  const { login, confirm, isArriving } = useScriptLogin(script, userId, link);
  const { page, auto } = script;
  const leaving = useScriptLeaving(script, link, login.leave);

  const follow = async (begun: SaveOutcome): Promise<void> => {
    showToast("success", begun.sentence);
    if (begun.kind === "login") return login.begin(begun);
    await (begun.kind === "connected" ? link.learn(true) : link.readAgain());
    login.leave();
  };
  const connect = useMutation({
    mutationFn: async ({ values, status }: { values: Values<Name>; status: Status }) =>
      follow(await script.connect(values, status)),
    onError: fail(script.words.connectFailed, script.isDetailFirst),
  });
  const autoConnect = useMutation({
    mutationFn: async (values: Values<Name>) => {
      await auto?.run(values);
      await confirm(true, () => showToast("success", auto?.success ?? script.words.connected));
    },
    onError: (cause) => showToast("error", auto?.failure(cause, explain(cause)) ?? script.words.connectFailed),
  });
  const complete = useMutation({
    mutationFn: async (grant: string) => {
      await page?.complete(grant, login.waiting?.begun?.requestId ?? null);
      await confirm(true, login.sayConnected);
    },
    onError: fail(page?.failed ?? script.words.connectFailed, page?.isDetailFirst ?? false),
  });
  const fetchStored = useMutation({
    mutationFn: () => script.fetch?.run() ?? Promise.resolve(script.blank),
    onSuccess: () => script.fetch?.done && showToast("success", script.fetch.done),
    onError: fail(script.fetch?.failed ?? script.words.connectFailed),
  });
  return { link, login, leaving, follow, connect, autoConnect, complete, fetchStored, isArriving };
}
export type Connection<Status, Name extends string> = ReturnType<typeof useConnection<Status, Name>>;

export interface Refused<Name extends string> {
  readonly title: string;
  readonly detail: string | null;
  readonly field: Name | null;
}

export function refusalOf<Status, Name extends string>(
  script: ConnectionScript<Status, Name>,
  title: string,
  cause: unknown,
): Refused<Name> | null {
  if (cause === null || cause === undefined) return null;
  const detail = cause instanceof ApiError ? cause.detail : null;
  const blamed = detail === null ? undefined : script.fields.find(({ blamedBy }) => blamedBy?.test(detail));
  return { title, detail, field: blamed?.name ?? null };
}
