import { createSeededRandom } from "@vriddhi/core/shared/random";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { ARRIVAL_SLACK_MS, createRateRoom } from "../transport/rate-room.ts";
import type { Given } from "./given.ts";
import { ENTRY, must, mustFail, rs } from "./harness.ts";

/** Orders and one read of each book; every third call is for an exit. */
const CLASSES = ["order", "book", "order", "positions", "order", "trades", "book"] as const;
const CALLS = Array.from({ length: 60 }, (_, n) => ({
  class: CLASSES[n % CLASSES.length] ?? ("order" as const),
  priority: n % 3 === 0 ? ("exit" as const) : ("entry" as const),
}));

export function describeLimits({ harness, isWired }: Given): void {
  describe("too many calls", () => {
    it.runIf(isWired).each(["orders", "reads"] as const)("of %s are throttled, with the time to wait", async (on) => {
      const { client, access } = await harness().account();
      const ticket = await harness().ticket(access);
      harness().fault("throttle", client, on);
      const { orders, portfolio } = harness().adapter;
      const error =
        on === "orders"
          ? mustFail(await orders.place(access, ticket, ENTRY))
          : mustFail(await portfolio.orders(access));
      expect(error).toMatchObject({ kind: "throttled" });
      expect(error.kind === "throttled" && error.retryAfterMs > 0).toBe(true);
      expect(harness().atExchange(ticket.tag)).toEqual([]);
    });

    it("are refused exactly after as many orders in a second as the adapter's rates allow", async () => {
      const { access } = await harness().account();
      const { rates, orders } = harness().adapter;
      const perSecond = rates.filter(({ classes, span }) => classes.includes("order") && span === "second");
      const max = Math.min(...perSecond.map((budget) => budget.max));
      const ticket = await harness().ticket(access, { quantity: 1, pricing: { kind: "limit", limit: rs(1_000) } });
      harness().venue.holdTime();
      const kinds: string[] = [];
      for (let n = 0; n <= max; n++) {
        const answer = await orders.place(access, { ...ticket, tag: harness().nextTag() }, ENTRY);
        kinds.push(answer.ok ? "ok" : answer.error.kind);
      }
      expect(kinds).toEqual([...Array.from({ length: max }, () => "ok"), "throttled"]);
    });

    it("never come from an account paced by the adapter's rates", async () => {
      const { access } = await harness().account();
      const { rates, orders, portfolio } = harness().adapter;
      const ticket = await harness().ticket(access, { quantity: 1, pricing: { kind: "limit", limit: rs(1_000) } });
      const make = {
        order: async () => must(await orders.place(access, { ...ticket, tag: harness().nextTag() }, ENTRY)),
        book: async () => must(await portfolio.orders(access)),
        trades: async () => must(await portfolio.fills(access)),
        positions: async () => must(await portfolio.positions(access)),
      };
      const room = createRateRoom(rates);
      const random = createSeededRandom(9);
      let now = later(harness().venue.now().human, 10 * SECOND_MS);
      for (const call of CALLS) {
        now = room.freeAt(call, now) ?? now;
        room.spend(call, now);
        harness().venue.holdTime(later(now, random.int(0, ARRIVAL_SLACK_MS)));
        await make[call.class]();
      }
    });
  });
}
