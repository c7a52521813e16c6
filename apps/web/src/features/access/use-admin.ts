import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { adminRead } from "../../lib/admin-api.ts";
import { forgetAdminToken, useAdminToken } from "../../lib/admin-session.ts";
import { ApiError, type Reply } from "../../lib/api.ts";

export type AdminIdentity = Reply<"GET", "/api/verify">;

export type AdminAccess =
  | { readonly kind: "checking" }
  /** Nobody has logged in here, or the token was not good any more and is gone. */
  | { readonly kind: "nobody" }
  /** Logged in, and not somebody for whom the desk opens. */
  | { readonly kind: "stranger" }
  | { readonly kind: "admin"; readonly identity: AdminIdentity };

const isForbidden = (error: Error | null): boolean => error instanceof ApiError && error.status === 403;

/** C2.35, C8.3: the token is shown to the server before anything opens; one that fails is taken away. */
export function useAdmin(): AdminAccess {
  const token = useAdminToken();
  const question = adminRead("/api/verify");
  const verification = useQuery({
    queryKey: [...question.queryKey, token ?? null],
    queryFn: question.queryFn as () => Promise<AdminIdentity>,
    enabled: typeof token === "string",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { isError, error, data } = verification;
  const hasFailed = isError && !isForbidden(error);
  useEffect(() => {
    if (hasFailed && typeof token === "string") forgetAdminToken(token);
  }, [hasFailed, token]);
  if (token === undefined) return { kind: "checking" };
  if (token === null) return { kind: "nobody" };
  if (data !== undefined) return { kind: "admin", identity: data };
  if (!isError) return { kind: "checking" };
  return isForbidden(error) ? { kind: "stranger" } : { kind: "nobody" };
}
