import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, later } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import type { LoginError, LoginFlow } from "../port/login-flow.ts";
import type { PaperAccount, PaperBooks } from "../port/paper-books.ts";
import type { BrokerSession } from "../port/session.ts";

/** Paper has no secret: a session is a number and ends when real ones do. */
const SESSION_END = istMinute(6, 0);

function paperExpiryOf(issuedAt: EpochMs): EpochMs {
  const today = istInstant(istDateOf(issuedAt), SESSION_END);
  return today > issuedAt ? today : later(today, DAY_MS);
}

export const paperSession = (
  { id, sessionNo }: Pick<PaperAccount, "id" | "sessionNo">,
  issuedAt: EpochMs,
): BrokerSession => ({
  clientId: id,
  appKey: "paper",
  accessToken: String(sessionNo),
  refreshToken: null,
  feedToken: null,
  issuedAt,
  expiresAt: paperExpiryOf(issuedAt),
});

export const isOver = ({ accessToken, expiresAt }: BrokerSession, { sessionNo }: PaperAccount, now: EpochMs): boolean =>
  accessToken !== String(sessionNo) || expiresAt <= now;

export function createPaperLogin(books: PaperBooks): LoginFlow {
  async function logIn(id: string, issuedAt: EpochMs): Promise<Result<BrokerSession, LoginError>> {
    const account = await books.read(id);
    if (!account.ok) return err({ kind: "unavailable", reason: account.error.reason });
    if (account.value === null) return err({ kind: "refused", reason: "no account on paper was opened" });
    return ok(paperSession(account.value, issuedAt));
  }
  return {
    async begin({ clientId }, _state, _egress, { market }) {
      const session = await logIn(clientId, market);
      return session.ok ? ok({ kind: "done", session: session.value }) : session;
    },
    complete: ({ clientId }, _grant, _egress, { market }) => logIn(clientId, market),
    unattended: ({ clientId }, _egress, { market }) => logIn(clientId, market),
    renew: () => Promise.resolve(err({ kind: "person_needed", reason: "a session on paper is begun anew" })),
    logout: ({ clientId }) => books.endSessions(clientId),
    readGrant: () => null,
    expiryOf: paperExpiryOf,
  };
}
