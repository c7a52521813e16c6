import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { phoneE164 } from "@vriddhi/core/account/phone";
import { err, ok } from "@vriddhi/core/shared/result";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "../../platform/config/secret.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { createMsg91Gateway } from "./msg91.ts";
import type { OtpGateway } from "./otp-gateway.ts";
import { createTwoFactorGateway } from "./twofactor.ts";

/** Replies that the simulator does not produce. */
let next: { status: number; body: string };
let server: Server;
let twofactor: OtpGateway;
let msg91: OtpGateway;

beforeEach(async () => {
  server = createServer((_request, response) => response.writeHead(next.status).end(next.body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const key = new Secret("key");
  const log = createLogger("silent");
  twofactor = createTwoFactorGateway({ baseUrl, apiKey: key, log });
  msg91 = createMsg91Gateway({ baseUrl, authKey: key, templateId: "T1", log });
});

afterEach(async () => {
  await Promise.all([twofactor.close(), msg91.close()]);
  await new Promise((resolve) => server.close(resolve));
});

const phone = phoneE164("+919876543210");
const claim = { ref: "session", phoneE164: phone, code: "123456" };
const answer = (body: unknown, status = 200) => {
  next = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
};

describe("a check by 2Factor", () => {
  it.each([
    [200, { Status: "Success", Details: "OTP Matched" }, ok("ok")],
    [200, { Status: "Success", Details: "OTP Matched", More: 1 }, ok("ok")],
    [400, { Status: "Error", Details: "OTP Mismatch" }, ok("mismatch")],
    [200, { Status: "Error", Details: "OTP Mismatch" }, ok("mismatch")],
    [400, { Status: "Error", Details: "OTP Expired" }, ok("expired")],
    [400, { Status: "Success", Details: "OTP Matched" }, err("unavailable")],
    [500, { Status: "Success", Details: "OTP Matched" }, err("unavailable")],
    [200, { Status: "Error", Details: "OTP Matched" }, err("unavailable")],
    [200, { Status: "Success", Details: "otp matched" }, err("unavailable")],
    [200, { Status: "Success", Details: "OTP Mismatch" }, err("unavailable")],
    [200, { Status: "Success" }, err("unavailable")],
    [200, { Status: true, Details: "OTP Matched" }, err("unavailable")],
    [200, "OTP Matched", err("unavailable")],
    [200, "", err("unavailable")],
    [200, "null", err("unavailable")],
    [302, { Status: "Success", Details: "OTP Matched" }, err("unavailable")],
  ])("%d %j", async (status, body, verdict) => {
    answer(body, status);
    expect(await twofactor.check(claim)).toEqual(verdict);
  });
});

describe("a check by MSG91", () => {
  it.each([
    [200, { type: "success", message: "OTP verified success" }, ok("ok")],
    [200, { type: "error", message: "OTP not match" }, ok("mismatch")],
    [200, { type: "error", message: "Mobile no. already verified" }, ok("expired")],
    [200, { type: "success", message: "Mobile no. already verified" }, err("unavailable")],
    [200, { type: "success" }, err("unavailable")],
    [201, { type: "success", message: "OTP verified success" }, err("unavailable")],
    [503, { type: "success", message: "OTP verified success" }, err("unavailable")],
    [200, { type: "error", message: "OTP verified success" }, err("unavailable")],
    [200, { type: "success", message: ["OTP verified success"] }, err("unavailable")],
    [200, "<html></html>", err("unavailable")],
  ])("%d %j", async (status, body, verdict) => {
    answer(body, status);
    expect(await msg91.check(claim)).toEqual(verdict);
  });
});

describe("a send", () => {
  it.each([
    [200, { Status: "Success", Details: "6f0c2c1e-0d0b" }, ok({ ref: "6f0c2c1e-0d0b" })],
    [200, { Status: "Success", Details: "6f0c2c1e", OTP: "123456" }, ok({ ref: "6f0c2c1e" })],
    [200, { Status: "Success", Details: "Balance is low" }, err("unavailable")],
    [200, { Status: "Success", Details: "" }, err("unavailable")],
    [200, { Status: "Error", Details: "Invalid API Key - No Account Exists" }, err("rejected")],
    [500, { Status: "Error", Details: "Oops" }, err("unavailable")],
  ])("by 2Factor: %d %j", async (status, body, outcome) => {
    answer(body, status);
    expect(await twofactor.send({ phoneE164: phone })).toEqual(outcome);
  });

  it.each([
    [200, { type: "success", request_id: "3462" }, ok({ ref: "3462" })],
    [200, { type: "success" }, err("unavailable")],
    [200, { type: "error", message: "Invalid authkey" }, err("rejected")],
    [418, { type: "error", message: "IP is not whitelisted" }, err("rejected")],
  ])("by MSG91: %d %j", async (status, body, outcome) => {
    answer(body, status);
    expect(await msg91.send({ phoneE164: phone })).toEqual(outcome);
  });

  it("aborts an endless reply", async () => {
    answer({ Status: "Success", Details: "a".repeat(100_000) });
    expect(await twofactor.send({ phoneE164: phone })).toEqual(err("unavailable"));
  });
});
