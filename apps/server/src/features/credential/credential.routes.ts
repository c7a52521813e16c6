import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import { limitSubject } from "../../platform/http/client-address.ts";
import type { Caller, Cookies, From, Handlers } from "../../platform/http/handler.ts";
import type { AddressService } from "./address.service.ts";
import type { PasswordService } from "./password.service.ts";
import { type ResetTickets, TICKET_LIFE_MS } from "./reset-ticket.ts";

const TICKET_COOKIE = "reset_ticket";

const replies = {
  forgot: "If this address has an account, a code to reset the password is on its way.",
  reset: "Your password has been changed. You can log in now.",
  changed: "Your password has been changed. All other devices are signed out.",
  requested: "We have sent a code to the new address.",
  moved: "Your account uses the new address from now on.",
  ended: "All passkeys of your account have been removed.",
} as const;

const saying = <E>(done: Result<void, E>, message: string): Result<{ message: string }, E> =>
  done.ok ? ok({ message }) : done;

export interface CredentialRoutesDeps {
  readonly passwords: PasswordService;
  readonly addresses: AddressService;
  readonly tickets: ResetTickets;
  readonly devices: {
    idOf(cookies: Cookies): string | null;
    isOf(cookies: Cookies, userId: string): boolean;
  };
  passkeysOf(userId: string): Promise<readonly { readonly name: string; readonly createdAt: EpochMs }[]>;
  endPasskeys(userId: string, from: From): Promise<void>;
  renewSession(caller: Caller): Promise<{ readonly token: string; readonly maxAgeMs: number | null }>;
}

export const credentialHandlers = (
  deps: CredentialRoutesDeps,
): Handlers<
  | "forgotPassword"
  | "resetPassword"
  | "endPasskeysAfterReset"
  | "changePassword"
  | "requestEmailChange"
  | "confirmEmailChange"
> => ({
  async forgotPassword({ body, from, cookies }) {
    const requester = {
      subject: limitSubject(from.ip),
      isKnownDevice: deps.devices.idOf(cookies) !== null,
      isKnownFor: (userId: string) => deps.devices.isOf(cookies, userId),
    };
    return saying(await deps.passwords.forgot(body.email, requester), replies.forgot);
  },
  async resetPassword({ body, from, cookies }) {
    const reset = await deps.passwords.reset(body, { ...from, subject: limitSubject(from.ip) });
    if (!reset.ok) return reset;
    const passkeys = await deps.passkeysOf(reset.value);
    if (passkeys.length > 0) cookies.put(TICKET_COOKIE, deps.tickets.make(reset.value), TICKET_LIFE_MS);
    return ok({
      message: replies.reset,
      passkeys: passkeys.map(({ name, createdAt }) => ({ name, created_at: toTimestamp(createdAt) })),
    });
  },
  async endPasskeysAfterReset({ from, cookies }) {
    const userId = deps.tickets.read(cookies.read(TICKET_COOKIE));
    if (userId === null) return err("code_expired");
    await deps.endPasskeys(userId, from);
    cookies.drop(TICKET_COOKIE);
    return ok({ message: replies.ended });
  },
  async changePassword({ body, caller, from, session }) {
    const changed = await deps.passwords.change(caller, body.current_password, body.password, from);
    if (!changed.ok) return changed;
    const { token, maxAgeMs } = await deps.renewSession(caller);
    session.start(token, maxAgeMs);
    return ok({ message: replies.changed });
  },
  async requestEmailChange({ body, caller, from }) {
    const confirmed = await deps.passwords.confirm(caller.userId, body.password);
    if (!confirmed.ok) return confirmed;
    const asker = { subject: limitSubject(from.ip), device: from.device };
    return saying(await deps.addresses.request(caller, body.email, asker), replies.requested);
  },
  confirmEmailChange: async ({ body, caller, from }) =>
    saying(await deps.addresses.confirm(caller, body.code, from), replies.moved),
});
