import { describeOrderStore } from "../store-suite/describe-order-store.ts";
import { createMemoryOrderStore } from "./memory-order-store.ts";
import { createMemoryTables } from "./memory-tables.ts";

describeOrderStore("orders in memory", async () => {
  let nowMs = 0;
  const tables = createMemoryTables(() => nowMs);
  return {
    async passTime(ms) {
      nowMs += ms;
    },
    clients: async (count) => Array.from({ length: count }, () => createMemoryOrderStore(tables)),
  };
});
