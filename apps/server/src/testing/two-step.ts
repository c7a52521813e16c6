import type { VirtualClock } from "@vriddhi/testing/virtual-clock";
import { appCode } from "./authenticator-app.ts";
import type { TestProduct, TestSession } from "./product.ts";

export interface TwoStep {
  code(): string;
  readonly recoveryCodes: readonly string[];
}

export async function switchOnTwoStep(product: TestProduct, clock: VirtualClock, as: TestSession): Promise<TwoStep> {
  const { secret } = (await product.send("POST", "/auth/totp/start", { as, body: {} })).json();
  const reply = await product.send("POST", "/auth/totp/confirm", { as, body: { code: appCode(secret, clock.now()) } });
  if (reply.statusCode !== 200)
    throw new Error(`the authenticator was answered with ${reply.statusCode} ${reply.body}`);
  return { code: () => appCode(secret, clock.now()), recoveryCodes: reply.json().recovery_codes };
}
