import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { SignIn } from "../../platform/http/sign-in.ts";
import type { NotifyOwner } from "../../platform/mail/security-notice.ts";
import type { PasskeyAdding } from "./passkey-adding.service.ts";
import type { PasskeyLogin } from "./passkey-login.service.ts";

export interface PasskeyRoutesDeps {
  readonly adding: PasskeyAdding;
  readonly login: PasskeyLogin;
  readonly letIn: SignIn;
  readonly notifyOwner: NotifyOwner;
}

export const passkeyHandlers = ({
  adding,
  login,
  letIn,
  notifyOwner,
}: PasskeyRoutesDeps): Handlers<
  "startPasskey" | "addPasskey" | "removePasskey" | "startPasskeyLogin" | "finishPasskeyLogin"
> => ({
  startPasskey: async ({ caller }) => ok({ options: { ...(await adding.start(caller)) } }),
  async addPasskey({ caller, body, from }) {
    const added = await adding.finish(caller, body.name, body.response, from.ip);
    if (!added.ok) return added;
    await notifyOwner(caller, "A passkey was added", from.device);
    return ok({ id: added.value });
  },
  async removePasskey({ caller, params, from }) {
    if (!(await adding.remove(caller, params.passkeyId, from.ip))) return err("not_found");
    await notifyOwner(caller, "A passkey was removed", from.device);
    return ok({ message: "Passkey removed" });
  },
  async startPasskeyLogin() {
    const { challengeId, options } = await login.start();
    return ok({ challenge_id: challengeId, options: { ...options } });
  },
  async finishPasskeyLogin({ body, from, session, cookies, caller }) {
    const finished = await login.finish(body.challenge_id, body.response);
    if (!finished.ok) return finished;
    return ok(await letIn(finished.value, { from, session, cookies, caller }, true, "passkey"));
  },
});
