import { ok, type Result } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { AddressService } from "./address.service.ts";
import type { PasswordService } from "./password.service.ts";

const replies = {
  forgot: "If this address has an account, a code to reset the password is on its way.",
  reset: "Your password has been changed. You can log in now.",
  changed: "Your password has been changed. All other devices are signed out.",
  requested: "We have sent a code to the new address.",
  moved: "Your account uses the new address from now on.",
} as const;

const saying = <E>(done: Result<void, E>, message: string): Result<{ message: string }, E> =>
  done.ok ? ok({ message }) : done;

export const credentialHandlers = (deps: {
  readonly passwords: PasswordService;
  readonly addresses: AddressService;
}): Handlers<"forgotPassword" | "resetPassword" | "changePassword" | "requestEmailChange" | "confirmEmailChange"> => ({
  forgotPassword: async ({ body }) => saying(await deps.passwords.forgot(body.email), replies.forgot),
  resetPassword: async ({ body, from }) =>
    saying(await deps.passwords.reset(body.email, body.code, body.password, from.ip), replies.reset),
  changePassword: async ({ body, caller, from }) =>
    saying(await deps.passwords.change(caller, body.current_password, body.password, from.ip), replies.changed),
  async requestEmailChange({ body, caller }) {
    const confirmed = await deps.passwords.confirm(caller.userId, body.password);
    return confirmed.ok ? saying(await deps.addresses.request(caller, body.email), replies.requested) : confirmed;
  },
  confirmEmailChange: async ({ body, caller, from }) =>
    saying(await deps.addresses.confirm(caller, body.code, from.ip), replies.moved),
});
