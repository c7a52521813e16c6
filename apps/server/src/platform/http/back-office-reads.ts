import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import type { PoolUse } from "../db/async-context.ts";

interface ProductRead {
  readonly reason: string;
  /** Data it needs that the back office's own role must not see. */
  readonly needs: { readonly table: string; readonly column: string };
}

/** Reads of the back office, by path, that its own database role cannot answer. They never write either. */
export const productReads: Readonly<Record<string, ProductRead>> = {
  "/api/admin/users/{userId}/readiness": {
    reason: "Whether a user can be logged in automatically depends on which of their secrets are stored.",
    needs: { table: "broker_links", column: "sealed_app_key" },
  },
  "/api/admin/events": {
    reason:
      "One hub feeds the streams of the desk and of everybody else, and looks whether their sessions still stand.",
    needs: { table: "sessions", column: "token_hash" },
  },
};

export function deskUseOf({
  method,
  access,
  path,
}: Pick<EndpointDefinition, "method" | "access" | "path">): PoolUse | null {
  if (method !== "GET" || (access !== "admin" && access !== "support")) return null;
  return path in productReads ? "desk_product" : "desk";
}
