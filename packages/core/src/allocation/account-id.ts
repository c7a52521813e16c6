import type { Brand } from "../shared/brand.ts";

/** An account at a broker; it outlives link, credentials and person. */
export type AccountId = Brand<string, "AccountId">;

export const accountId = (text: string): AccountId => text as AccountId;
