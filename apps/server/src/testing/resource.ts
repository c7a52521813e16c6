import type { TestProduct, TestUser } from "./product.ts";

/** An existing row for an endpoint with an id in its path; the authorisation test calls the endpoint with `params`. */
export interface Resource {
  readonly params: Readonly<Record<string, string>>;
  stillExists(): Promise<boolean>;
}

export interface ResourceMaker {
  /** Invisible to all users but its owner, whatever their role. */
  readonly isPrivate: boolean;
  make(product: TestProduct, owner: TestUser): Promise<Resource>;
}

export const rowExists =
  (product: TestProduct, table: string, id: string): Resource["stillExists"] =>
  async () =>
    (await product.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).length === 1;
