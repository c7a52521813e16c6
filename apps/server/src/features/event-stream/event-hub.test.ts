import { expect, it } from "vitest";
import { createLogger } from "../../platform/log/logger.ts";
import { createEventHub } from "./event-hub.ts";

it("the event hub lists the users with open streams, each once, without those who left", async () => {
  const hub = createEventHub({
    store: {
      reachOf: async () => ({ head: 0, oldest: null }),
      listAfter: async () => [],
      aliveOf: async (sessions) => new Set(sessions),
    },
    log: createLogger("silent"),
  });
  const open = (userId: string) => hub.open({ userId, sessionId: `session of ${userId}` }, null);
  const first = await open("asha");
  await open("asha");
  await open("kabir");
  expect(hub.listeners()).toEqual(["asha", "kabir"]);
  first?.end();
  expect(hub.listeners()).toEqual(["asha", "kabir"]);
  hub.closeAll();
  expect(hub.listeners()).toEqual([]);
});
