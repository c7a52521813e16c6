import { rupees } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LinkService } from "../features/broker-link/link.service.ts";
import type { Link } from "../features/broker-link/link.store.ts";
import { type LinksFixture, openLinksFixture } from "../testing/links-fixture.ts";

/** All belong to this machine; the simulators see from which one a call comes. */
const ADDRESSES = Array.from({ length: 12 }, (_, index) => `127.0.77.${index + 1}`);
const [PUBLIC_FIRST, PUBLIC_PROXY] = ["203.0.113.7", "203.0.113.8"];
const RACERS = 30;
const ip = "127.0.0.1";

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
let home: LinksFixture;
let links: LinkService;

beforeAll(async () => {
  home = await openLinksFixture(clock, {
    EGRESS_ADDRESSES: ADDRESSES.join(", "),
    EGRESS_PUBLIC_ADDRESSES: `${ADDRESSES[0]}=${PUBLIC_FIRST}, proxy.example=${PUBLIC_PROXY}`,
  });
  links = home.brokers.links;
});
afterAll(() => home.close());

function register({ broker, clientId }: Link, address: string | null): void {
  home.simulators.clients[broker].change(clientId, { orderAddresses: address === null ? [] : [address] });
}

async function checked(link: Link): Promise<Link["egress"]> {
  clock.advance(SECOND_MS);
  const outcome = await links.checkEgress(link);
  if (!outcome.ok) throw new Error(`the address was not checked: ${outcome.error}`);
  return (await links.findById(link.id))?.egress ?? null;
}

describe("the local addresses of broker accounts", () => {
  it("each belong to one account, also when many connect at once; surplus accounts get none", async () => {
    const everybody = await Promise.all(Array.from({ length: RACERS }, () => home.moveIn("zerodha")));
    const given = everybody.flatMap(({ localAddress }) => localAddress ?? []);
    expect(given.toSorted()).toEqual(ADDRESSES.toSorted());
    expect(new Set(given).size).toBe(ADDRESSES.length);
    const [freed] = everybody.filter(({ localAddress }) => localAddress !== null);
    const late = everybody.find(({ localAddress }) => localAddress === null);
    if (freed === undefined || late === undefined) throw new Error("no account was late");
    expect(links.addressOf(late)).toEqual({ address: null, whyNone: "none_free" });

    await links.forget(freed, null, { userId: freed.userId, ip });
    const client = home.simulators.clients.zerodha.find(late.clientId);
    if (client === null) throw new Error("the broker does not know the client");
    // An account without an address gets the free one when it connects again with the same credentials.
    const again = await home.connect({ userId: late.userId, ip }, "zerodha", client);
    expect(again.localAddress).toBe(freed.localAddress);
    for (const { id } of everybody) await home.database.pool.query("DELETE FROM broker_links WHERE id = $1", [id]);
  });

  it("stay the same when the account, the broker application or a secret changes", async () => {
    const link = await home.moveIn("zerodha");
    const other = home.simulators.clients.zerodha.open({ id: "EG9999", cashPaise: rupees(1) });
    const changed = await home.connect({ userId: link.userId, ip, provedAt: clock.now() }, "zerodha", other);
    expect(changed).toMatchObject({ clientId: other.id, localAddress: link.localAddress });
  });

  it("are shown as public addresses; a user without a linked account is asked to connect first", async () => {
    const link = await home.moveIn("zerodha");
    const [first = ""] = ADDRESSES;
    expect(links.addressOf({ ...link, localAddress: first })).toEqual({ address: PUBLIC_FIRST, whyNone: null });
    expect(links.addressOf({ ...link, proxyUrl: "http://proxy.example:3128" })).toEqual({
      address: PUBLIC_PROXY,
      whyNone: null,
    });
    expect(links.addressOf(null)).toEqual({ address: null, whyNone: "connect_first" });
  });

  it.each(["zerodha", "angelone", "fyers"] as const)("are the source of orders at %s", async (broker) => {
    const [link, neighbour] = [await home.moveIn(broker), await home.moveIn(broker)];
    expect(link.localAddress).toMatch(/^127\.0\.77\.\d+$/);
    expect(neighbour.localAddress).not.toBe(link.localAddress);
    register(link, neighbour.localAddress);
    expect(await checked(link)).toMatchObject({ isAccepted: false });
    register(link, link.localAddress);
    expect(await checked(link)).toMatchObject({ isAccepted: true });
    register(neighbour, link.localAddress);
    expect(await checked(neighbour)).toMatchObject({ isAccepted: false });
  });

  it.each(["zerodha", "angelone", "fyers"] as const)(
    "stay unchecked while %s fails; an expired session is reported as not connected",
    async (broker) => {
      const link = await home.moveIn(broker);
      home.simulators.faults.set(broker, "http500", 1, { on: "orders" });
      expect(await links.checkEgress(link)).toEqual({ ok: false, error: "broker_unavailable" });
      home.simulators.faults.clear();
      expect((await links.findById(link.id))?.egress).toBeNull();
      home.simulators.cores[broker].expireSessions(link.clientId);
      expect(await links.checkEgress(link)).toEqual({ ok: false, error: "not_connected" });
      expect(await links.findById(link.id)).toMatchObject({
        session: null,
        lastRefusal: { code: "session_expired" },
      });
    },
  );
});
