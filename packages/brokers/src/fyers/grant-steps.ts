import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import type { z } from "zod";
import type { LoginError } from "../port/login-flow.ts";
import type { BrokerCredentials, Egress } from "../port/session.ts";
import { type Answer, readJson } from "../transport/answers.ts";
import type { Timers } from "../transport/timers.ts";
import { totpAt } from "../transport/totp.ts";
import type { FyersClient } from "./client.ts";
import { toLoginError } from "./errors.ts";
import { readGrant } from "./grant.ts";
import { totpWaitMs } from "./totp-wait.ts";
import { grantReply, pinReply, stepReply } from "./wire.ts";

export interface GrantStepsDeps {
  readonly timers: Timers;
  /** Milliseconds of a monotonic clock; only differences count. */
  stopwatch(): number;
}

export type StoredCredentials = BrokerCredentials & { readonly pin: string; readonly totpSecret: string };

const DONE: ReadonlySet<number> = new Set([200, 308]);
const WEB_APP = "2";

const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");

export function readStep<T>(answer: Answer, shape: z.ZodType<T>): Result<T, LoginError> {
  if (!answer.ok) return err({ kind: "unavailable", reason: answer.error.reason });
  const body = readJson(answer.value.body);
  const known = shape.safeParse(body);
  return known.success && DONE.has(answer.value.status) ? ok(known.data) : err(toLoginError(answer.value, body));
}

function splitAppKey(appKey: string): { readonly app_id: string; readonly appType: string } {
  const cut = appKey.lastIndexOf("-");
  return cut < 0
    ? { app_id: appKey, appType: "100" }
    : { app_id: appKey.slice(0, cut), appType: appKey.slice(cut + 1) };
}

function grantIn({ Url, data }: z.infer<typeof grantReply>): string | null {
  for (const place of [Url, data?.auth_code, data?.auth]) {
    const grant = readGrant(place ?? "");
    if (grant !== null) return grant;
  }
  return null;
}

/** Performs the steps of Fyers' own web site up to the grant that its page would hand out. */
export function createGrantSteps(fyers: FyersClient, { timers, stopwatch }: GrantStepsDeps) {
  const wait = (durationMs: number): Promise<void> =>
    durationMs === 0 ? Promise.resolve() : new Promise((resolve) => void timers.after(durationMs, resolve));

  /** The code for the moment at which it leaves. */
  async function freshCode(secret: string, now: EpochMs): Promise<string> {
    const waitMs = totpWaitMs(now);
    await wait(waitMs);
    return totpAt(secret, later(now, waitMs)) ?? "";
  }

  async function webToken(
    { clientId, pin, totpSecret }: StoredCredentials,
    egress: Egress,
    now: () => EpochMs,
  ): Promise<Result<string, LoginError>> {
    const begun = readStep(await fyers.sendLoginOtp({ fy_id: base64(clientId), app_id: WEB_APP }, egress), stepReply);
    if (!begun.ok) return begun;
    const otp = await freshCode(totpSecret, now());
    const known = readStep(await fyers.verifyOtp({ request_key: begun.value.request_key, otp }, egress), stepReply);
    if (!known.ok) return known;
    const proof = { request_key: known.value.request_key, identity_type: "pin", identifier: base64(pin) };
    const proved = readStep(await fyers.verifyPin(proof, egress), pinReply);
    return proved.ok ? ok(proved.value.data.access_token) : proved;
  }

  return async (
    credentials: StoredCredentials,
    egress: Egress,
    startedAt: EpochMs,
  ): Promise<Result<string, LoginError>> => {
    if (totpAt(credentials.totpSecret, startedAt) === null)
      return err({ kind: "refused", reason: "the authenticator's key is not one" });
    const begun = stopwatch();
    const token = await webToken(credentials, egress, () => later(startedAt, stopwatch() - begun));
    if (!token.ok) return token;
    const body = {
      fyers_id: credentials.clientId,
      ...splitAppKey(credentials.appKey),
      redirect_uri: credentials.redirectUrl,
      code_challenge: "",
      state: "x",
      scope: "",
      nonce: "",
      response_type: "code",
      create_cookie: true,
    };
    const granted = readStep(await fyers.postToken(token.value, body, egress), grantReply);
    if (!granted.ok) return granted;
    const grant = grantIn(granted.value);
    return grant === null ? err({ kind: "unavailable", reason: "Fyers handed out no auth code" }) : ok(grant);
  };
}
