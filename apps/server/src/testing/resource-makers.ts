import { randomUUID } from "node:crypto";
import type { EndpointName } from "@vriddhi/contract/endpoints";
import type { TestProduct, TestUser } from "./product.ts";

export interface Resource {
  /** The path parameters that name it. */
  readonly params: Readonly<Record<string, string>>;
  stillExists(): Promise<boolean>;
}

export interface ResourceMaker {
  /** For everybody but its owner, whatever their role, it does not exist. */
  readonly isPrivate: boolean;
  make(product: TestProduct, owner: TestUser): Promise<Resource>;
}

const rowExists =
  (product: TestProduct, table: string, id: string): Resource["stillExists"] =>
  async () =>
    (await product.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).length === 1;

/** How to make what an endpoint's id parameters name. The authorisation tests ask for an entry for each such endpoint. */
export const resourceMakers: Partial<Record<EndpointName, ResourceMaker>> = {
  revokeSession: {
    isPrivate: true,
    async make(product, owner) {
      await product.signIn(owner);
      const [row] = await product.query<{ id: string }>(
        "SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1",
        [owner.id],
      );
      const sessionId = row?.id ?? "";
      return { params: { sessionId }, stillExists: rowExists(product, "sessions", sessionId) };
    },
  },
  removePasskey: {
    isPrivate: true,
    async make(product, owner) {
      const passkeyId = randomUUID();
      await product.query(
        `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
         VALUES ($1, $2, $3, '\\x00', 0, '{}', 'phone', now())`,
        [passkeyId, owner.id, passkeyId],
      );
      return { params: { passkeyId }, stillExists: rowExists(product, "passkeys", passkeyId) };
    },
  },
};
