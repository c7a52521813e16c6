import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Reply } from "../../lib/api.ts";
import { read } from "../../lib/query.tsx";

export type Security = Reply<"GET", "/auth/security">;
export type Passkey = Security["passkeys"][number];
export type OpenSession = Reply<"GET", "/auth/sessions">["sessions"][number];
export type HistoryEvent = Reply<"GET", "/auth/login-history">["events"][number];

export const useSecurity = () => useQuery(read("/auth/security"));
export const useOpenSessions = () => useQuery(read("/auth/sessions"));
export const useHistory = () => useQuery(read("/auth/login-history"));

/** Any change may affect each of the three. */
export function useReadAgain(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ["/auth/security", "/auth/sessions", "/auth/login-history"].map((path) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    );
}
