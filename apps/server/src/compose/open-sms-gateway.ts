import { createMsg91Gateway } from "../gateways/sms/msg91.ts";
import type { OtpGateway } from "../gateways/sms/otp-gateway.ts";
import { createTwoFactorGateway } from "../gateways/sms/twofactor.ts";
import type { SmsSettings } from "../platform/config/config.ts";
import { watchCalls } from "../platform/db/transaction-watch.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

export function openSmsGateway(
  { gateway, url, apiKey, template }: SmsSettings,
  { log, watch }: Pick<Platform, "log" | "watch">,
  closing: Closing,
): OtpGateway {
  const opened =
    gateway === "msg91"
      ? createMsg91Gateway({ baseUrl: url, authKey: apiKey, templateId: template ?? "", log })
      : createTwoFactorGateway({ baseUrl: url, apiKey, log, ...(template === null ? {} : { template }) });
  closing.add("sms gateway", opened.close);
  return watchCalls(opened, ["send", "check"], watch, "a text message was sent or checked");
}
