import type { Random } from "@vriddhi/core/shared/random";

export const drawCode = (random: Random, digits: number): string =>
  String(random.int(0, 10 ** digits - 1)).padStart(digits, "0");

/** Formatted like a version 4 UUID. */
export function drawUuid(random: Random): string {
  const hex = Array.from(random.bytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = random.pick(["8", "9", "a", "b"]);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    "-",
  );
}
