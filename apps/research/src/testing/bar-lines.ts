import { createSeededRandom } from "@vriddhi/core/shared/random";

export function syntheticBarLines(seed: number, days: number): string {
  const random = createSeededRandom(seed);
  const lines = ["ts,open,high,low,close,volume"];
  let price = 100_000;
  for (let day = 1; day <= days; day += 1) {
    for (let time = 9 * 60 + 15; time < 15 * 60 + 30; time += 1) {
      const open = price;
      price = Math.max(1_000, price + random.int(-60, 60));
      const edges = [Math.max(open, price) + random.int(0, 20), Math.min(open, price) - random.int(0, 20)];
      const numbers = [open, ...edges, price].map((paise) => (paise / 100).toFixed(2));
      const clock = `${String(Math.floor(time / 60)).padStart(2, "0")}:${String(time % 60).padStart(2, "0")}`;
      lines.push([`2026-01-${String(day).padStart(2, "0")}T${clock}`, ...numbers, random.int(1, 5_000)].join(","));
    }
  }
  return `${lines.join("\n")}\n`;
}
