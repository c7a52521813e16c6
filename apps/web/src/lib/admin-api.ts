import { queryOptions } from "@tanstack/react-query";
import { adminToken, forgetAdminToken } from "./admin-session.ts";
import { type Api, ApiError, api, type Call, type CallArguments, type Method, type PathOf, type Reply } from "./api.ts";

/** The site's client without its types, which the same contract provides below. */
const loose = api as unknown as (method: Method, path: string, call: object) => Promise<unknown>;

/** C7.1: a call of the back office. C8.12: a call that is refused for its token removes the token. */
export const adminApi: Api = async (method, path, ...[call]) => {
  const token = adminToken();
  const bearer = token === null ? {} : { bearer: token };
  try {
    return (await loose(method, path, { ...call, ...bearer })) as Reply<typeof method, typeof path>;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "not_signed_in") forgetAdminToken(token);
    throw cause;
  }
};

/** One GET of the back office as a query: `useQuery(adminRead("/api/verify"))`. */
export function adminRead<P extends PathOf<"GET">>(path: P, ...[call]: CallArguments<"GET", P>) {
  const { query, params } = (call ?? {}) as { query?: unknown; params?: unknown };
  return queryOptions<Reply<"GET", P>>({
    queryKey: ["desk", path, params ?? null, query ?? null],
    queryFn: ({ signal }) => {
      const withSignal = [{ ...call, signal } as Call<"GET", P>] as unknown as CallArguments<"GET", P>;
      return adminApi("GET" satisfies Method, path, ...withSignal);
    },
  });
}
