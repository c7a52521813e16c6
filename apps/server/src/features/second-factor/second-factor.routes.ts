import { ok, type Result } from "@vriddhi/core/shared/result";
import { renderSVG } from "uqr";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import type { NotifyOwner } from "../../platform/mail/security-notice.ts";
import type { SecondFactorService } from "./second-factor.service.ts";

export interface SecondFactorRoutesDeps {
  readonly service: SecondFactorService;
  readonly notifyOwner: NotifyOwner;
  confirmPassword(userId: string, password: string): Promise<Result<void, "wrong_password" | TooMany | "busy">>;
}

export const secondFactorHandlers = ({
  service,
  notifyOwner,
  confirmPassword,
}: SecondFactorRoutesDeps): Handlers<"startTotp" | "confirmTotp" | "disableTotp"> => {
  /** A recent proof was already required; a typed password must be right all the same. */
  const confirmTyped = async ({ userId }: Caller, password: string | undefined) =>
    password === undefined ? ok(undefined) : confirmPassword(userId, password);
  return {
    async startTotp({ caller, body }) {
      const confirmed = await confirmTyped(caller, body.password);
      if (!confirmed.ok) return confirmed;
      const started = await service.start(caller);
      if (!started.ok) return started;
      const { secret, otpauthUrl } = started.value;
      return ok({ secret, otpauth_url: otpauthUrl, qr_svg: renderSVG(otpauthUrl) });
    },
    async confirmTotp({ caller, body, from }) {
      const confirmed = await service.confirm(caller, body.code, from.ip);
      if (!confirmed.ok) return confirmed;
      await notifyOwner(caller, "Two-step sign-in is on", from.device);
      return ok({ recovery_codes: [...confirmed.value] });
    },
    async disableTotp({ caller, body, from }) {
      const confirmed = await confirmTyped(caller, body.password);
      if (!confirmed.ok) return confirmed;
      const disabled = await service.disable(caller, body.code, from);
      if (!disabled.ok) return disabled;
      await notifyOwner(caller, "Two-step sign-in is off", from.device);
      return ok({ message: "The authenticator is switched off" });
    },
  };
};
