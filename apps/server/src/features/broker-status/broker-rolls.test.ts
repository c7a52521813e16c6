import { paise } from "@vriddhi/core/shared/money";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { expect, it } from "vitest";
import { createBrokerRolls } from "./broker-rolls.ts";
import type { BrokerUser } from "./broker-status.store.ts";

const person = (userId: string): BrokerUser => ({
  userId,
  name: userId,
  email: `${userId}@example.com`,
  status: "connected",
  capital: paise(5_000_000),
  isCapitalActive: true,
  isStrategyActive: false,
  lastSync: null,
  errorMessage: null,
});

function open(people = ["asha", "bina", "chitra", "dev", "esha"]) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const world = { people, isAway: false };
  const rolls = createBrokerRolls({
    humanClock: clock,
    marketClock: createVirtualClock(),
    store: {
      async roll(broker, sortBy) {
        asked.push(`${broker} ${sortBy}`);
        if (world.isAway) throw new Error("the database is away");
        return { userIds: world.people, connected: world.people.length };
      },
      read: async (_broker, userIds) => userIds.filter((id) => world.people.includes(id)).map(person),
    },
  });
  const page = async (offset: number, more: { isDescending?: boolean; isForced?: boolean } = {}) => {
    const { isDescending = false, isForced = false } = more;
    const request = { broker: "fyers", sortBy: "name", limit: 2, offset, isDescending, isForced } as const;
    return (await rolls.page(request)).users.map(({ userId }) => userId);
  };
  return { clock, asked, world, rolls, page };
}

it("pages of active accounts come from either end of one order, with a short last page", async () => {
  const { page, asked } = open();
  expect([await page(0), await page(4), await page(6)]).toEqual([["asha", "bina"], ["esha"], []]);
  const down = { isDescending: true };
  expect([await page(0, down), await page(4, down), await page(6, down)]).toEqual([["esha", "dev"], ["asha"], []]);
  expect(asked).toEqual(["fyers name"]);
});

it("the order of the accounts is cached while an admin scrolls, and read again after five seconds or on request", async () => {
  const { page, asked, clock } = open();
  await page(0);
  clock.advance(4_999);
  await page(2);
  expect(asked).toHaveLength(1);
  clock.advance(1);
  await page(2);
  expect(asked).toHaveLength(2);
  await page(2, { isForced: true });
  expect(asked).toHaveLength(3);
});

it("deleted users are left out of the accounts, and a change by an admin refreshes the order", async () => {
  const { page, world, rolls } = open();
  await page(0);
  world.people = ["bina", "chitra", "dev", "esha"];
  expect(await page(0)).toEqual(["bina"]);
  rolls.forget();
  expect(await page(0)).toEqual(["bina", "chitra"]);
});

it("a failed read of the accounts is not cached", async () => {
  const { page, world } = open();
  world.isAway = true;
  await expect(page(0)).rejects.toThrow("the database is away");
  world.isAway = false;
  expect(await page(0)).toEqual(["asha", "bina"]);
});
