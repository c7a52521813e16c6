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
  it("no mail about a new device is sent for the first login", async () => {
    await logInFrom(LAPTOP);
    expect(await mails()).toEqual([]);
  });

  it("no mail about a new device is sent for a known device, from any address", async () => {
    await logInFrom(LAPTOP);
    await logInFrom(LAPTOP, { ip: "127.8.7.6" });
    expect(await mails()).toEqual([]);
  });

  it("the mail about a new device is sent once, with the device's name, address and time", async () => {
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

  it("no mail about a new device is sent for a failed login", async () => {
    await logInFrom(LAPTOP);
    await logInFrom(PHONE, { password: "not-my-password" });
    expect(await mails()).toEqual([]);
    await logInFrom(PHONE);
    expect(await mails()).toEqual([SUBJECT]);
  });

  it("the mail about a new device considers the user's own logins: neither open sessions nor other users on the same device", async () => {
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

  it("the mail about a new device is sent for a passkey as for a password", async () => {
    const here = sessionOf(await logInFrom(LAPTOP));
    const key = desk.makeAuthenticator();
    await desk.add(here, key);
    await desk.logIn(key); // This client's own user agent is new too.
    expect(await mails()).toContain(SUBJECT);
  });

  it("the mail about a new device contains no markup from the device's name", async () => {
    await logInFrom(LAPTOP);
    await logInFrom('<a href="https://evil.example">click</a>');
    await mails();
    const [mail] = await product.mailsTo(asha.email);
    expect(mail?.html).not.toContain("evil.example");
    expect(mail?.text).toContain("Device: Unknown device");
  });
});
