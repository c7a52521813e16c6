import type { Brand } from "../shared/brand.ts";

/** An account at a broker; it survives link, credentials and user. */
export type AccountId = Brand<string, "AccountId">;

export const accountId = (text: string): AccountId => text as AccountId;
