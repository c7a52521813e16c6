import type { Adapter, AdapterPayload, AllClientMetadata } from "oidc-provider";
import { lruPut } from "../bounded-map/lru-put.ts";

export interface ProviderMemory {
  adapterFor(model: string): Adapter;
  clear(): void;
}

/** The one client is read each time, because its redirect addresses can still change. */
export function createProviderMemory(readClient: () => AllClientMetadata): ProviderMemory {
  const entries = new Map<string, AdapterPayload>();

  const adapterFor = (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const findWhere = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
      for (const [key, payload] of entries) if (key.startsWith(`${model}:`) && matches(payload)) return payload;
      return undefined;
    };
    return {
      async upsert(id, payload) {
        lruPut(entries, keyOf(id), payload);
      },
      async find(id) {
        if (model !== "Client") return entries.get(keyOf(id));
        const client = readClient();
        return client.client_id === id ? client : undefined;
      },
      findByUid: async (uid) => findWhere((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findWhere((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = entries.get(keyOf(id));
        if (payload) payload.consumed = true;
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of entries) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };

  return { adapterFor, clear: () => entries.clear() };
}
