import { describe, expect, it } from "vitest";
import { backtestMain, type Printer } from "./backtest-main.ts";
import { equityPoints } from "./brief-json.ts";

const daysOf = (count: number, equityAt: (day: number) => number) =>
  Array.from({ length: count }, (_, day) => ({ day: 20_000 + day, equity: equityAt(day) }));

describe("the points of a chart", () => {
  it("are at most the requested number and include the day of the deepest fall and the last day", () => {
    const days = daysOf(3_001, (day) => (day === 1_237 ? 4_000_000 : 10_000_000 + day));
    const points = equityPoints(days, 10_000_000, 500);
    expect(points.length).toBeLessThanOrEqual(500);
    expect(points.at(-1)?.equity).toBe(100_030);
    expect(Math.min(...points.map(({ drawdown }) => drawdown))).toBeCloseTo(4_000_000 / 10_001_236 - 1, 12);
  });

  it("are all days of a short period, and none of an empty one", () => {
    expect(
      equityPoints(
        daysOf(3, () => 5),
        5,
        500,
      ),
    ).toHaveLength(3);
    expect(equityPoints([], 5, 500)).toEqual([]);
  });
});

describe("a back-test with JSON output", () => {
  const run = async (...args: string[]) => {
    const [out, reported]: [string[], string[]] = [[], []];
    const printer: Printer = { out: (text) => void out.push(text), report: (text) => void reported.push(text) };
    const code = await backtestMain(["--synthetic", "--json", ...args], printer);
    return { code, out, reported };
  };
  const period = ["--symbols=SBIN,INFY", "--from=2025-01-01", "--to=2025-03-31"];

  it.each(["ours", "sma", "orb", "donchian", "hold"])(
    "gives one JSON text and rising progress for %s",
    async (name) => {
      const { code, out, reported } = await run(`--strategy=${name}`, ...period);
      expect(code).toBe(0);
      expect(out).toHaveLength(1);
      const brief = JSON.parse(out[0] ?? "");
      expect(brief.symbols).toEqual(name === "ours" ? ["NIFTY50", "SBIN", "INFY"] : ["SBIN", "INFY"]);
      expect(brief.points).toHaveLength(64);
      const shares = reported.map((line) => Number(/^progress (\d\.\d\d)$/.exec(line)?.[1]));
      expect(shares.length).toBeGreaterThan(10);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.at(-1)).toBeLessThanOrEqual(1);
    },
  );

  it("lets the product's strategy trade from the period's first day on, because it reads the weeks before it", async () => {
    const shares = Array.from({ length: 12 }, (_, number) => `SHARE${number + 1}`).join(",");
    const { out } = await run("--strategy=ours", `--symbols=${shares}`, "--from=2025-03-03", "--to=2025-03-14");
    const { trades, points } = JSON.parse(out[0] ?? "") as {
      readonly trades: readonly { readonly entry_time: string }[];
      readonly points: readonly { readonly date: string }[];
    };
    expect(points.map(({ date }) => date).at(0)).toBe("2025-03-03");
    expect(points).toHaveLength(10);
    expect(trades.length).toBeGreaterThan(3);
    expect(trades.every(({ entry_time }) => entry_time >= "2025-03-03")).toBe(true);
  });

  it("gives the same text for the same request", async () => {
    const [first, second] = [await run("--strategy=orb", ...period), await run("--strategy=orb", ...period)];
    expect(first.out).toEqual(second.out);
  });

  it("names the required options of the synthetic market", async () => {
    expect(await run("--strategy=sma")).toMatchObject({
      code: 1,
      out: [],
      reported: ["--synthetic needs --symbols, --from and --to."],
    });
  });
});
