import type { SupportTopic } from "@vriddhi/core/site/support-message";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface SupportThread {
  readonly id: string;
  readonly reference: string;
  /** `null` for a visitor who was not signed in. */
  readonly userId: string | null;
  readonly name: string;
  readonly email: string;
  readonly topic: SupportTopic;
  readonly createdAt: EpochMs;
}

export interface NewSupportThread extends SupportThread {
  readonly visitorHash: Buffer | null;
}

export interface SupportStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  open(tx: Tx, thread: NewSupportThread, message: { readonly id: string; readonly body: string }): Promise<void>;
}
