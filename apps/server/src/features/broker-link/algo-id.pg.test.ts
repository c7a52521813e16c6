import { rupees } from "@vriddhi/core/shared/money";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAudit } from "../../platform/audit/audit.ts";
import { type LinksFixture, openLinksFixture } from "../../testing/links-fixture.ts";
import { setAlgoId } from "./algo-id.ts";
import { createLinkStore } from "./link.store.pg.ts";

const clock = createVirtualClock();
let home: LinksFixture;

beforeAll(async () => {
  home = await openLinksFixture(clock);
});
afterAll(() => home.close());

const set = (link: string, algoId: string | null) =>
  setAlgoId({ store: createLinkStore(home.database), audit: createAudit(home.database, clock) }, { link, algoId });

describe("the algo id of a broker link", () => {
  it("the operator sets an account's algo id by link or account, and every order carries it", async () => {
    const link = await home.moveIn("zerodha");
    expect(await set(link.id, "4711-A")).toMatchObject({ ok: true, value: { algoId: "4711-A" } });
    expect(await set(`zerodha:${link.clientId.toLowerCase()}`, "4712")).toMatchObject({ ok: true });
    const now = await home.brokers.links.findById(link.id);
    expect(now && home.brokers.links.accessOf(now)).toMatchObject({ algoId: "4712" });
    const { rows } = await home.database.pool.query("SELECT 1 FROM audit_event WHERE kind = 'broker_algo_id'");
    expect(rows).toHaveLength(2);
  });

  it("an algo id stays when the same client logs in again, and is dropped with another client", async () => {
    const link = await home.moveIn("angelone");
    await set(link.id, "815");
    const [same, other] = [
      home.simulators.clients.angelone.find(link.clientId),
      home.simulators.clients.angelone.open({ id: "EG8888", cashPaise: rupees(1) }),
    ];
    if (same === null) throw new Error("the broker does not know the client");
    clock.advance(2_000);
    const person = { userId: link.userId, ip: "127.0.0.1", provedAt: clock.now() };
    expect(await home.connect(person, "angelone", same)).toMatchObject({ algoId: "815" });
    clock.advance(2_000);
    expect(await home.connect(person, "angelone", other)).toMatchObject({ algoId: null });
  });

  it("refuses an algo id for an unknown link, or an invalid one, with a reason", async () => {
    const link = await home.moveIn("fyers");
    expect(await set("zerodha:UNKNOWN", "1")).toEqual({ ok: false, error: expect.stringMatching(/no link/) });
    expect(await set("upstox:AB1234", "1")).toEqual({ ok: false, error: expect.stringMatching(/no link/) });
    expect(await set(link.id, "a b")).toEqual({ ok: false, error: expect.stringMatching(/letters, digits/) });
    expect(await set(link.id, null)).toMatchObject({ ok: true, value: { algoId: null } });
  });
});
