import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LinkService } from "../features/broker-link/link.service.ts";
import type { Link } from "../features/broker-link/link.store.ts";
import { type LinksFixture, openLinksFixture } from "../testing/links-fixture.ts";

const BROKERS = ["zerodha", "angelone", "fyers"] as const;

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
let home: LinksFixture;
let links: LinkService;
let changes: { readonly id: string; readonly what: string }[] = [];

beforeAll(async () => {
  home = await openLinksFixture(clock);
  links = home.brokers.links;
  home.brokers.onChanged(async (_tx, { id }, what) => void changes.push({ id, what }));
});
beforeEach(() => {
  clock.advance(MINUTE_MS);
  changes = [];
});
afterAll(() => home.close());

const reload = async ({ id }: Link): Promise<Link> => {
  const link = await links.findById(id);
  if (link === null) throw new Error("the link is gone");
  return link;
};

const askFunds = (link: Link) => links.ask(link, ({ portfolio }, access) => portfolio.funds(access));
const askProfile = (link: Link) => links.ask(link, ({ portfolio }, access) => portfolio.profile(access));
const askPositions = (link: Link) => links.ask(link, ({ portfolio }, access) => portfolio.positions(access));

describe.each(BROKERS)("a session that %s has ended", (broker) => {
  it.each([
    ["funds", askFunds],
    ["the profile", askProfile],
    ["positions", askPositions],
  ])("ends here at the first read of %s, is stored on the link and reported once", async (_name, ask) => {
    const link = await home.moveIn(broker);
    expect(await askFunds(link)).toMatchObject({ ok: true });
    home.simulators.cores[broker].expireSessions(link.clientId);
    changes = [];
    clock.advance(MINUTE_MS);
    const answers = await Promise.all([ask(link), ask(link), ask(link)]);
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { kind: "session_expired" } });
    const now = await reload(link);
    expect(links.isConnected(now)).toBe(false);
    expect(now).toMatchObject({ session: null, isDisconnected: false, lastRefusal: { code: "session_expired" } });
    expect(changes).toEqual([{ id: link.id, what: "expired" }]);
  });

  it("does not end a newer session", async () => {
    const old = await home.moveIn(broker);
    const client = home.simulators.clients[broker].find(old.clientId);
    if (client === null) throw new Error("the broker does not know the client");
    clock.advance(MINUTE_MS);
    await home.connect({ userId: old.userId, ip: "127.0.81.1" }, broker, client);
    changes = [];
    await links.markExpired(old);
    expect(links.isConnected(await reload(old))).toBe(true);
    expect(changes).toEqual([]);
  });

  it("stays valid when the broker does not answer", async () => {
    const link = await home.moveIn(broker);
    home.simulators.faults.set(broker, "http500", 1, { on: "reads" });
    expect(await askFunds(link)).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    home.simulators.faults.clear();
    expect(links.isConnected(await reload(link))).toBe(true);
  });
});

describe("a login with stored credentials that the broker refuses", () => {
  it.each(["angelone", "fyers"] as const)("stores its reason on the link at %s until a login works", async (broker) => {
    const link = await home.moveIn(broker);
    const { pin = "" } = home.simulators.clients[broker].find(link.clientId) ?? {};
    const person = { userId: link.userId, ip: "127.0.0.1" };
    await home.changePin(link, pin === "1111" ? "2222" : "1111");
    clock.advance(MINUTE_MS);
    expect(await links.unattended(await reload(link), person)).toMatchObject({
      ok: false,
      error: { code: "broker_refused" },
    });
    const refused = await reload(link);
    expect(refused.lastRefusal).toMatchObject({ code: "broker_refused", detail: expect.stringMatching(/\S/) });
    expect(refused.lastRefusal?.detail.length).toBeLessThanOrEqual(200);
    expect(changes.at(-1)).toEqual({ id: link.id, what: "refused" });
    await home.changePin(link, pin);
    clock.advance(MINUTE_MS);
    expect(await links.unattended(await reload(link), person)).toMatchObject({ ok: true });
    expect((await reload(link)).lastRefusal).toBeNull();
  });

  it("is distinguished from a broker outage", async () => {
    const link = await home.moveIn("angelone");
    home.simulators.faults.set("angelone", "http500", 1, { on: "login" });
    clock.advance(MINUTE_MS);
    await links.unattended(link, { userId: link.userId, ip: "127.0.0.1" });
    home.simulators.faults.clear();
    expect((await reload(link)).lastRefusal).toMatchObject({ code: "broker_unavailable" });
  });
});
