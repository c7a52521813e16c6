import { MutationCache, QueryCache, QueryClient, QueryClientProvider, queryOptions } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { ApiError, api, type Call, type CallArguments, type Method, type PathOf, type Reply } from "./api.ts";
import { useSession, useSessionStore } from "./session.tsx";

/** B7.14, B9.3: three attempts, after 1 s and after 2 s. */
const ATTEMPTS_MAX = 3;
const RETRY_STEP_MS = 1_000;

/** Only failures that a retry may fix: no answer, or a server that is busy or down. */
const isWorthRetrying = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const isSignedOut = (error: Error): boolean => error instanceof ApiError && error.status === 401;

const isWrongUser = (error: Error): boolean => error instanceof ApiError && error.code === "wrong_user";

/** The first answer without a session or of another user takes effect: no page polls on or acts for another user. */
export const createQueryClient = (onOtherPerson: () => void = () => undefined): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => (isSignedOut(error) || isWrongUser(error)) && onOtherPerson(),
    }),
    mutationCache: new MutationCache({ onError: (error) => isWrongUser(error) && onOtherPerson() }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < ATTEMPTS_MAX - 1 && isWorthRetrying(error),
        retryDelay: (failures) => (failures + 1) * RETRY_STEP_MS,
      },
      mutations: { retry: false },
    },
  });

/** Only routes that read server state wrap themselves in it: public pages load without the query cache. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const store = useSessionStore();
  const userId = session.kind === "user" ? session.user.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new user needs a new cache
  const client = useMemo(() => createQueryClient(() => void (store.get().kind === "user" && store.check())), [userId]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** One GET of the contract as a query: `useQuery(read("/auth/sessions"))`. */
export function read<P extends PathOf<"GET">>(path: P, ...[call]: CallArguments<"GET", P>) {
  const { query, params } = (call ?? {}) as { query?: unknown; params?: unknown };
  return queryOptions<Reply<"GET", P>>({
    queryKey: [path, params ?? null, query ?? null],
    queryFn: ({ signal }) => {
      const withSignal = [{ ...call, signal } as Call<"GET", P>] as unknown as CallArguments<"GET", P>;
      return api("GET" satisfies Method, path, ...withSignal);
    },
  });
}
