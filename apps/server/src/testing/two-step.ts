import type { VirtualClock } from "@vriddhi/testing/virtual-clock";
import { appCode } from "./authenticator-app.ts";
import type { TestProduct, TestSession } from "./product.ts";

/** Somebody's authenticator app: a code for now, and the recovery codes that were shown once. */
export interface TwoStep {
  code(): string;
  readonly recoveryCodes: readonly string[];
}

/** Switches the authenticator on as the settings do. */
export async function switchOnTwoStep(product: TestProduct, clock: VirtualClock, as: TestSession): Promise<TwoStep> {
  const { secret } = (await product.send("POST", "/auth/totp/start", { as, body: {} })).json();
  const reply = await product.send("POST", "/auth/totp/confirm", { as, body: { code: appCode(secret, clock.now()) } });
  if (reply.statusCode !== 200)
    throw new Error(`the authenticator was answered with ${reply.statusCode} ${reply.body}`);
  return { code: () => appCode(secret, clock.now()), recoveryCodes: reply.json().recovery_codes };
}
