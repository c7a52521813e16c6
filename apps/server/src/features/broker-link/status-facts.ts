import type { ZerodhaStatusReply } from "@vriddhi/contract/broker-link";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Draft, Link } from "./link.store.ts";
import type { LinkSecrets, PlainCredentials } from "./link-secrets.ts";

type Facts = Pick<ZerodhaStatusReply, "session_until" | "last_error" | "pending">;

export const iso = (instant: EpochMs): string => new Date(instant).toISOString();

export interface Holding {
  readonly link: Link | null;
  readonly draft: Draft | null;
}

export function factsOf({ link, draft }: Holding, isConnected: boolean): Facts {
  const refusal = draft?.lastRefusal ?? link?.lastRefusal ?? null;
  return {
    session_until: isConnected && link?.session ? iso(link.session.until) : null,
    last_error: refusal && { code: refusal.code, detail: refusal.detail, at: iso(refusal.at) },
    pending: draft && { client_id: draft.clientId, since: iso(draft.since) },
  };
}

/** The form's masked values: the stored ones, else the waiting ones. */
export function shownCredentials(secrets: LinkSecrets, { link, draft }: Holding): PlainCredentials | null {
  if (link !== null) return secrets.plainOfLink(link);
  return draft === null ? null : secrets.plainOfDraft(draft);
}
