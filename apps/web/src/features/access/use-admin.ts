import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { adminRead } from "../../lib/admin-api.ts";
import { forgetAdminToken, useAdminToken } from "../../lib/admin-session.ts";
import { ApiError, type Reply } from "../../lib/api.ts";

export type AdminIdentity = Reply<"GET", "/api/verify">;

export type AdminAccess =
  | { readonly kind: "checking" }
  /** No login in this browser, or its token became invalid and was removed. */
  | { readonly kind: "signed_out" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "admin"; readonly identity: AdminIdentity };

const isForbidden = (error: Error | null): boolean => error instanceof ApiError && error.status === 403;

/** C2.35, C8.3: the server checks the token before anything opens; an invalid one is removed. */
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
  if (token === null) return { kind: "signed_out" };
  if (data !== undefined) return { kind: "admin", identity: data };
  if (!isError) return { kind: "checking" };
  return isForbidden(error) ? { kind: "forbidden" } : { kind: "signed_out" };
}
