/** More codes than a sandbox has waiting users. */
export const LRU_MAX = 10_000;

export function lruPut<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= LRU_MAX) return;
    map.delete(oldest);
  }
}
