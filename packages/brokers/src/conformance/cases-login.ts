import { later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import type { BrokerCredentials } from "../port/session.ts";
import type { Given } from "./given.ts";
import { DIRECT, type Harness, must, mustFail } from "./harness.ts";

export function describeLogin(given: Given): void {
  describe("logging in", () => {
    if (given.capabilities.login !== "stored") describePage(given);
    describeStored(given);
    describeSession(given);
  });
}

async function pageOf(harness: Harness, credentials: BrokerCredentials): Promise<string> {
  const step = must(await harness.adapter.login.begin(credentials, "state-7", DIRECT, harness.moment()));
  if (step.kind !== "open_page") throw new Error("a user is sent to a page");
  return step.url;
}

function describePage({ harness }: Given): void {
  it("by the broker's page gives a session that works", async () => {
    const client = harness().venue.openClient();
    const session = await harness().logIn(client);
    const profile = await harness().adapter.portfolio.profile({ session, egress: DIRECT, algoId: null });
    expect(must(profile).clientId).toBe(client.id);
    expect(session).toMatchObject({ clientId: client.id, appKey: client.app.key, issuedAt: harness().moment().market });
    expect(session.expiresAt).toBe(harness().adapter.login.expiryOf(session.issuedAt));
  });

  it("accepts a grant once, and only with the right secret", async () => {
    const client = harness().venue.openClient();
    const credentials = harness().credentialsOf(client);
    const { login } = harness().adapter;
    const complete = (with_: BrokerCredentials, grant: string) =>
      login.complete(with_, grant, DIRECT, harness().moment());

    const wrongSecret = { ...credentials, appSecret: "0".repeat(32) };
    const first = await harness().grantFor(client, await pageOf(harness(), credentials));
    expect(mustFail(await complete(wrongSecret, first)).kind).toBe("refused");
    const second = await harness().grantFor(client, await pageOf(harness(), credentials));
    must(await complete(credentials, second));
    expect(mustFail(await complete(credentials, second)).kind).toBe("refused");
    expect(mustFail(await complete(credentials, "nonsense")).kind).toBe("refused");
  });

  it("finds the grant in a pasted address or alone, and rejects an empty text", async () => {
    const client = harness().venue.openClient();
    const grant = await harness().grantFor(client, await pageOf(harness(), harness().credentialsOf(client)));
    const { login } = harness().adapter;
    expect(login.readGrant(`  ${grant}\n`)).toBe(grant);
    for (const empty of ["", "   ", "https://example.in/connect?status=cancelled"])
      expect(login.readGrant(empty)).toBeNull();
  });

  it("reports a broker that is down as unavailable, and a throttled login as throttled", async () => {
    const client = harness().venue.openClient();
    const credentials = harness().credentialsOf(client);
    const grant = await harness().grantFor(client, await pageOf(harness(), credentials));
    const complete = () => harness().adapter.login.complete(credentials, grant, DIRECT, harness().moment());
    harness().venue.faults.set(harness().venue.broker, "throttle", 1, { on: "login" });
    expect(mustFail(await complete())).toMatchObject({ kind: "throttled" });
    harness().venue.faults.set(harness().venue.broker, "http500", 1, { on: "login" });
    expect(mustFail(await complete()).kind).toBe("unavailable");
    must(await complete());
  });
}

function describeStored({ harness, capabilities, isWired }: Given): void {
  // A simulated paper account has no secrets.
  const hasSecrets = isWired && capabilities.login !== "page";

  it.runIf(capabilities.login === "page")("is impossible without a user", async () => {
    const credentials = harness().credentialsOf(harness().venue.openClient());
    const answer = await harness().adapter.login.unattended(credentials, DIRECT, harness().moment());
    expect(mustFail(answer).kind).toBe("person_needed");
  });

  it.runIf(capabilities.login !== "page")("works with what is stored", async () => {
    const client = harness().venue.openClient();
    const credentials = harness().credentialsOf(client);
    const session = must(await harness().adapter.login.unattended(credentials, DIRECT, harness().moment()));
    const profile = await harness().adapter.portfolio.profile({ session, egress: DIRECT, algoId: null });
    expect(must(profile).clientId).toBe(client.id);
  });

  it.runIf(hasSecrets)("refuses a wrong PIN or authenticator code", async () => {
    const credentials = harness().credentialsOf(harness().venue.openClient());
    const wrong: readonly Partial<BrokerCredentials>[] = [
      { pin: credentials.pin === "0000" ? "1111" : "0000" },
      { totpSecret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" },
    ];
    for (const part of wrong) {
      const answer = harness().adapter.login.unattended({ ...credentials, ...part }, DIRECT, harness().moment());
      expect(mustFail(await answer).kind).toBe("refused");
    }
  });

  it.runIf(hasSecrets)("needs a user when something is missing", async () => {
    const credentials = harness().credentialsOf(harness().venue.openClient());
    for (const part of [{ pin: null }, { totpSecret: null }]) {
      const answer = harness().adapter.login.unattended({ ...credentials, ...part }, DIRECT, harness().moment());
      expect(mustFail(await answer).kind).toBe("person_needed");
    }
  });
}

function describeSession({ harness, capabilities }: Given): void {
  it("lasts until the broker's hour", async () => {
    const { access } = await harness().account();
    const { expiresAt } = access.session;
    harness().venue.goTo(later(expiresAt, -MINUTE_MS));
    must(await harness().adapter.portfolio.profile(access));
    harness().venue.goTo(expiresAt);
    expect(mustFail(await harness().adapter.portfolio.profile(access))).toEqual({ kind: "session_expired" });
    expect(mustFail(await harness().adapter.portfolio.orders(access))).toEqual({ kind: "session_expired" });
  });

  it("ends with a logout", async () => {
    const { access } = await harness().account();
    await harness().adapter.login.logout(access.session, DIRECT);
    expect(mustFail(await harness().adapter.portfolio.profile(access))).toEqual({ kind: "session_expired" });
  });

  it.runIf(capabilities.hasRefreshToken)("is renewed without a person", async () => {
    const { access } = await harness().account();
    const session = must(await harness().adapter.login.renew(access.session, DIRECT, harness().moment()));
    must(await harness().adapter.portfolio.profile({ ...access, session }));
  });

  it.runIf(!capabilities.hasRefreshToken)("cannot be renewed without a user", async () => {
    const { access } = await harness().account();
    const answer = await harness().adapter.login.renew(access.session, DIRECT, harness().moment());
    expect(mustFail(answer).kind).toBe("person_needed");
  });
}
