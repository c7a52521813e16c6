import { OTP_LIFE_MS, phoneE164 } from "@vriddhi/core/account/phone";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { err, ok } from "@vriddhi/core/shared/result";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createFaults, type FaultKind, type Faults } from "@vriddhi/sandbox/faults/faults";
import { type SmsSimulator, startSms } from "@vriddhi/sandbox/sms/start-sms";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "../../platform/config/secret.ts";
import { createLogger, type Logger } from "../../platform/log/logger.ts";
import { createMsg91Gateway } from "./msg91.ts";
import type { OtpGateway } from "./otp-gateway.ts";
import { createTwoFactorGateway } from "./twofactor.ts";

const KEY = "key/with 4 odd?signs";
const phone = phoneE164("+919876543210");
const neighbour = phoneE164("+919876543211");

interface Wiring {
  readonly baseUrl: string;
  readonly key: Secret;
  readonly log: Logger;
  readonly replyWithinMs: number;
}

const gateways: readonly [string, (wiring: Wiring) => OtpGateway][] = [
  ["twofactor", ({ key, ...rest }) => createTwoFactorGateway({ ...rest, apiKey: key })],
  ["twofactor", ({ key, ...rest }) => createTwoFactorGateway({ ...rest, apiKey: key, template: "LOGIN 1" })],
  [
    "msg91",
    ({ key, baseUrl, ...rest }) =>
      createMsg91Gateway({ ...rest, baseUrl: `${baseUrl}/msg91`, authKey: key, templateId: "T1" }),
  ],
];

const SILENT: readonly FaultKind[] = ["timeout", "http500", "drop-before-accept", "throttle"];
const EVERY: readonly FaultKind[] = [...SILENT, "drop-after-accept", "reject"];

/** Upper bound that only a hang reaches. */
const PATIENCE_MS = 60_000;

describe.each(gateways)("an OTP gateway: %s", (name, create) => {
  let clock: VirtualClock;
  let faults: Faults;
  let sms: SmsSimulator;
  let gateway: OtpGateway;
  let impatient: OtpGateway;
  let lines: string[];

  const open = (key = KEY, replyWithinMs = PATIENCE_MS) =>
    create({
      baseUrl: sms.baseUrl,
      key: new Secret(key),
      log: createLogger("debug", (line) => void lines.push(line)),
      replyWithinMs,
    });

  beforeEach(async () => {
    clock = createVirtualClock();
    faults = createFaults();
    sms = await startSms({ clock, faults, random: createSeededRandom(11), apiKey: KEY });
    lines = [];
    gateway = open();
    impatient = open(KEY, 250);
  });

  afterEach(async () => {
    await gateway.close();
    await impatient.close();
    await sms.stop();
  });

  /** Makes the next request fail; the timeout is short, because no reply follows. */
  function provoke(kind: FaultKind): OtpGateway {
    faults.set("sms", kind);
    return kind === "timeout" ? impatient : gateway;
  }

  const newestCode = (to = phone) => /\b\d{6}\b/.exec(sms.list(to)[0]?.text ?? "")?.[0] ?? "";
  const wrongFor = (code: string) => (code === "000000" ? "111111" : "000000");

  async function text(to = phone) {
    const sent = await gateway.send({ phoneE164: to });
    if (!sent.ok) throw new Error(sent.error);
    return { ref: sent.value.ref, phoneE164: to, code: newestCode(to) };
  }

  it("has its own name", () => {
    expect(gateway.name).toBe(name);
  });

  it("sends a code of six digits and verifies it", async () => {
    const claim = await text();

    expect(sms.list().map(({ to }) => to)).toEqual([phone]);
    expect(claim.code).toMatch(/^\d{6}$/);
    expect(claim.ref).not.toContain(claim.code);
    expect(await gateway.check(claim)).toEqual(ok("ok"));
  });

  it("reports a wrong code as a mismatch, and the right one after it as a match", async () => {
    const claim = await text();

    expect(await gateway.check({ ...claim, code: wrongFor(claim.code) })).toEqual(ok("mismatch"));
    expect(await gateway.check(claim)).toEqual(ok("ok"));
  });

  it("keeps two telephones apart", async () => {
    const first = await text(phone);
    const second = await text(neighbour);

    expect(await gateway.check({ ...first, code: second.code })).toEqual(ok("mismatch"));
    expect(await gateway.check(second)).toEqual(ok("ok"));
    expect(await gateway.check(first)).toEqual(ok("ok"));
  });

  it("accepts a code for ten minutes at most, even where the vendor reports the expired one as a success", async () => {
    const claim = await text();
    clock.advance(OTP_LIFE_MS - MINUTE_MS);
    expect(await gateway.check({ ...claim, code: wrongFor(claim.code) })).toEqual(ok("mismatch"));

    clock.advance(MINUTE_MS);
    expect(await gateway.check(claim)).toEqual(ok("expired"));
  });

  it("rejects a code that was never sent", async () => {
    const ref = "6f0c2c1e-0d0b-4c56-9a77-0b7a4e0d1c11";
    expect(await gateway.check({ ref, phoneE164: phone, code: "123456" })).toEqual(ok("expired"));
  });

  it.each(SILENT)("reports a send with the fault %s as unavailable, and no text message arrives", async (kind) => {
    expect(await provoke(kind).send({ phoneE164: phone })).toEqual(err("unavailable"));
    expect(sms.list()).toEqual([]);
    expect((await gateway.send({ phoneE164: phone })).ok).toBe(true);
  });

  it("reports a dropped reply to a send as unavailable, although the text message arrives", async () => {
    faults.set("sms", "drop-after-accept");

    expect(await gateway.send({ phoneE164: phone })).toEqual(err("unavailable"));
    expect(sms.list()).toHaveLength(1);
  });

  it("reports a rejected send as rejected", async () => {
    faults.set("sms", "reject");
    expect(await gateway.send({ phoneE164: phone })).toEqual(err("rejected"));
  });

  it.each(EVERY)("never reports a check with the fault %s as a match, although the code is right", async (kind) => {
    const claim = await text();

    expect(await provoke(kind).check(claim)).toEqual(err("unavailable"));
  });

  it("reports a wrong API key as a failure", async () => {
    const stranger = open("another-key");
    const claim = await text();

    expect(await stranger.send({ phoneE164: phone })).toEqual(err("rejected"));
    expect(await stranger.check(claim)).toEqual(err("unavailable"));
    await stranger.close();
  });

  it("logs no API key, telephone number or code under any fault", async () => {
    const claim = await text();
    for (const kind of EVERY) {
      await provoke(kind).send({ phoneE164: phone });
      await provoke(kind).check(claim);
    }
    const logged = lines.join("");

    expect(logged).toContain("Message Rejected By Operator");
    for (const hidden of [KEY, encodeURIComponent(KEY), "9876543210", claim.code, claim.ref])
      expect(logged).not.toContain(hidden);
  });
});
