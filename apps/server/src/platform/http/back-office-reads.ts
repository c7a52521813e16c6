import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import type { PoolUse } from "../db/async-context.ts";

interface ProductRead {
  readonly reason: string;
  /** What it asks for and the desk's own role must not see. */
  readonly needs: { readonly table: string; readonly column: string };
}

/** Reading calls of the desk, by path, that its own role in the database cannot answer. They too write nothing. */
export const productReads: Readonly<Record<string, ProductRead>> = {
  "/api/admin/users/{userId}/readiness": {
    reason: "Whether somebody can be logged in alone depends on which of their secrets are stored.",
    needs: { table: "broker_links", column: "sealed_app_key" },
  },
  "/api/admin/events": {
    reason:
      "One hub feeds the streams of the desk and of everybody else, and looks whether their sessions still stand.",
    needs: { table: "sessions", column: "token_hash" },
  },
};

/**
 * What the desk only reads is asked as its own role, over connections that write nothing, whatever the handler behind it
 * tries. Null: the call is no reading one of the desk.
 */
export function deskUseOf({
  method,
  access,
  path,
}: Pick<EndpointDefinition, "method" | "access" | "path">): PoolUse | null {
  if (method !== "GET" || (access !== "admin" && access !== "support")) return null;
  return path in productReads ? "desk_product" : "desk";
}
