import { describeOrderStore } from "../store-suite/describe-order-store.ts";
import { createMemoryOrderStore } from "./memory-order-store.ts";
import { createMemoryTables } from "./memory-tables.ts";

describeOrderStore("orders in memory", async () => {
  const tables = createMemoryTables();
  return { clients: async (count) => Array.from({ length: count }, () => createMemoryOrderStore(tables)) };
});
