import { createAngelOne } from "@vriddhi/sandbox/angelone/create-angelone";
import { totpAt } from "@vriddhi/sandbox/broker/totp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeBroker } from "../conformance/describe-broker.ts";
import { type BrokerUnderTest, DIRECT, ENTRY, Harness, must, mustFail, mustRows, rs } from "../conformance/harness.ts";
import { createAngelOneAdapter } from "./adapter.ts";

const angelOne: BrokerUnderTest = {
  broker: "angelone",
  createCore: createAngelOne,
  createAdapter: ({ httpUrl, wsUrl }, deps) =>
    createAngelOneAdapter({
      apiUrl: httpUrl,
      scripMasterUrl: `${httpUrl}/OpenAPI_File/files/OpenAPIScripMaster.json`,
      streamUrl: `${wsUrl}/smart-stream`,
      orderUpdateUrl: `${wsUrl}/smart-order-update`,
      ...deps,
    }),
};

describeBroker("Angel One", angelOne);

describe("Angel One, beyond the shared suite,", () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await Harness.start(angelOne);
  });
  afterEach(() => harness.stop());

  it("logs in with a typed code, without a secret", async () => {
    const client = harness.venue.openClient();
    const credentials = { ...harness.credentialsOf(client), totpSecret: null };
    const { login, portfolio } = harness.adapter;
    expect(mustFail(await login.begin(credentials, "", DIRECT, harness.moment())).kind).toBe("person_needed");
    const totpCode = totpAt(client.totpSecret, harness.moment().human);
    const step = must(await login.begin({ ...credentials, totpCode }, "", DIRECT, harness.moment()));
    expect(step.kind).toBe("done");
    const again = totpAt(client.totpSecret, harness.moment().human);
    const session = must(await login.complete(credentials, again, DIRECT, harness.moment()));
    expect(must(await portfolio.profile({ session, egress: DIRECT, algoId: null })).clientId).toBe(client.id);
  });

  it("takes over a login of its page only for the same client", async () => {
    const client = harness.venue.openClient();
    const page = `${harness.venue.baseUrl}/publisher-login?api_key=${client.app.key}&state=s`;
    const grant = await harness.grantFor(client, page);
    const credentials = harness.credentialsOf(client);
    const { login, portfolio } = harness.adapter;
    const session = must(await login.complete(credentials, grant, DIRECT, harness.moment()));
    expect(session).toMatchObject({ clientId: client.id, refreshToken: null, feedToken: expect.any(String) });
    expect(mustRows(await portfolio.orders({ session, egress: DIRECT, algoId: null }))).toEqual([]);
    const other = { ...credentials, clientId: "CF9999" };
    expect(mustFail(await login.complete(other, grant, DIRECT, harness.moment())).kind).toBe("refused");
    const broken = grant.replace("auth_token=", "auth_token=x");
    expect(mustFail(await login.complete(credentials, broken, DIRECT, harness.moment())).kind).toBe("refused");
  });

  it("renews a session once; a used or foreign token is refused", async () => {
    const { access } = await harness.account();
    const { login } = harness.adapter;
    const renewed = must(await login.renew(access.session, DIRECT, harness.moment()));
    expect(renewed.accessToken).not.toBe(access.session.accessToken);
    expect(mustFail(await login.renew(access.session, DIRECT, harness.moment())).kind).toBe("refused");
    must(await login.renew(renewed, DIRECT, harness.moment()));
  });

  it("cancels a stop that was triggered under the variety it was placed with", async () => {
    const { access } = await harness.account();
    const pricing = { kind: "stop_limit", trigger: rs(1_085), limit: rs(1_085.5) } as const;
    const id = must(await harness.adapter.orders.place(access, await harness.ticket(access, { pricing }), ENTRY));
    harness.tradeAt(rs(1_085));
    expect(await harness.orderById(access, id)).toMatchObject({ status: "open" });
    must(await harness.adapter.orders.cancel(access, { orderId: id, pricing }, ENTRY));
    expect(await harness.orderById(access, id)).toMatchObject({ status: "cancelled" });
  });

  it("dates a fill's hour by the session's day", async () => {
    const { access } = await harness.account();
    harness.offer("sell", rs(1_083), 10);
    must(await harness.adapter.orders.place(access, await harness.ticket(access), ENTRY));
    const [fill] = mustRows(await harness.adapter.portfolio.fills(access));
    expect(fill?.at).toBe(harness.moment().market);
  });
});
