import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPasskeyFixture, PASSKEY_ORIGIN, type PasskeyFixture } from "../../testing/passkey-fixture.ts";
import { sessionOf, startTestProduct, type TestProduct, type TestUser } from "../../testing/product.ts";
import { settledSubjects } from "../../testing/traces.ts";

const SUBJECT = "New sign-in to your Vriddhi account";
const LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605";

const clock = createVirtualClock();
let product: TestProduct;
let desk: PasskeyFixture;
let asha: TestUser;

beforeAll(async () => {
  product = await startTestProduct({ clock, env: { PUBLIC_URL: PASSKEY_ORIGIN } });
  desk = createPasskeyFixture(product);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
});
afterAll(() => product.close());

const logInFrom = (device: string, given: { password?: string; ip?: string } = {}) =>
  product.send("POST", "/auth/login", {
    body: { email: asha.email, password: given.password ?? asha.password },
    headers: { "user-agent": device },
    ...(given.ip === undefined ? {} : { ip: given.ip }),
  });
const mails = () => settledSubjects(product, asha.email);

describe("the mail about a new device", () => {
  it("does not come for the first login of all", async () => {
    await logInFrom(LAPTOP);
    expect(await mails()).toEqual([]);
  });

  it("does not come for a device that was here before, from wherever", async () => {
    await logInFrom(LAPTOP);
    await logInFrom(LAPTOP, { ip: "127.8.7.6" });
    expect(await mails()).toEqual([]);
  });

  it("comes once for a device that was never here, and says which, from where and when", async () => {
    await logInFrom(LAPTOP);
    await logInFrom(PHONE, { ip: "127.8.7.6" });
    await logInFrom(PHONE);
    await logInFrom(LAPTOP);
    expect(await mails()).toEqual([SUBJECT]);
    const [mail] = await product.mailsTo(asha.email);
    expect(mail?.text).toContain("Device: Safari on iPhone");
    expect(mail?.text).not.toContain(PHONE);
    expect(mail?.text).toContain("Address: 127.8.7.6");
    expect(mail?.text).toMatch(/When: \d+ \w+ 2026, \d+:\d\d [AP]M IST/);
  });

  it("does not come for a login that failed", async () => {
    await logInFrom(LAPTOP);
    await logInFrom(PHONE, { password: "not-my-password" });
    expect(await mails()).toEqual([]);
    await logInFrom(PHONE);
    expect(await mails()).toEqual([SUBJECT]);
  });

  it("goes by the person's own logins: neither by open sessions nor by somebody else on the same device", async () => {
    const kabir = await product.makeUser();
    await logInFrom(LAPTOP);
    await product.send("POST", "/auth/logout", { as: sessionOf(await logInFrom(LAPTOP)) });
    const body = { email: kabir.email, password: kabir.password };
    await product.send("POST", "/auth/login", { body, headers: { "user-agent": PHONE } });
    expect(await mails()).toEqual([]);
    await logInFrom(LAPTOP);
    expect(await mails()).toEqual([]);
    await logInFrom(PHONE);
    expect(await mails()).toEqual([SUBJECT]);
  });

  it("comes for a passkey as for a password", async () => {
    const here = sessionOf(await logInFrom(LAPTOP));
    const key = desk.makeAuthenticator();
    await desk.add(here, key);
    await desk.logIn(key); // this caller's own user agent is neither
    expect(await mails()).toContain(SUBJECT);
  });

  it("cannot be dressed up by the device's name", async () => {
    await logInFrom(LAPTOP);
    await logInFrom('<a href="https://evil.example">click</a>');
    await mails();
    const [mail] = await product.mailsTo(asha.email);
    expect(mail?.html).not.toContain("evil.example");
    expect(mail?.text).toContain("Device: Unknown device");
  });
});
