import { describe, expect, it } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

const hasher = await createPasswordHasher();
const unwrap = async <T>(result: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> => {
  const settled = await result;
  if (!settled.ok) throw new Error(String(settled.error));
  return settled.value;
};

describe("a password's hash", () => {
  it("is argon2id with at least 19 MiB, two passes and one lane", async () => {
    const [, kind, , settings = ""] = (await unwrap(hasher.hash("hunter2"))).split("$");
    const { m, t, p } = Object.fromEntries(settings.split(",").map((pair) => pair.split("=")));
    expect(kind).toBe("argon2id");
    expect(Number(m)).toBeGreaterThanOrEqual(19 * 1024);
    expect([Number(t), Number(p)]).toEqual([2, 1]);
  });

  it("is another one each time and opens for its password only", async () => {
    const [one, other] = [await unwrap(hasher.hash("hunter2")), await unwrap(hasher.hash("hunter2"))];
    expect(one).not.toBe(other);
    expect(await unwrap(hasher.verify(one, "hunter2"))).toBe(true);
    expect(await unwrap(hasher.verify(one, "hunter3"))).toBe(false);
    expect(await unwrap(hasher.verify(one, ""))).toBe(false);
  });

  it("of nobody opens for no password, not even for the one it was made from, and costs as much", async () => {
    const hash = await unwrap(hasher.hash("hunter2"));
    const timeOf = async (known: string | null) => {
      const startedAt = performance.now();
      await hasher.verify(known, "wrong");
      return performance.now() - startedAt;
    };
    expect(await unwrap(hasher.verify(null, "nobody's password"))).toBe(false);
    // In turns, so that a busy machine is busy for both.
    const samples: [number, number][] = [];
    for (let n = 0; n < 8; n += 1) samples.push([await timeOf(hash), await timeOf(null)]);
    const somebody = Math.min(...samples.map(([time]) => time));
    const nobody = Math.min(...samples.map(([, time]) => time));
    expect(nobody).toBeGreaterThan(somebody * 0.5);
  });
});

describe("the queue before the hasher", () => {
  it("takes as many as it may hold and tells the next that it is busy, at once", async () => {
    const small = await createPasswordHasher(3);
    let served = 0;
    const taken = [small.hash("a"), small.verify(null, "b"), small.hash("c")].map(async (waiting) => {
      const result = await waiting;
      served += 1;
      return result;
    });
    expect(await small.hash("d")).toEqual({ ok: false, error: "busy" });
    expect(await small.verify(null, "e")).toEqual({ ok: false, error: "busy" });
    expect(served).toBe(0);
    expect((await Promise.all(taken)).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect((await small.hash("f")).ok).toBe(true);
  });

  it("serves one at a time, in the order of arrival", async () => {
    const finished: number[] = [];
    const startedAt = performance.now();
    await hasher.hash("alone");
    const aloneMs = performance.now() - startedAt;
    const begunAt = performance.now();
    const timesMs: number[] = [];
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (place) => {
        await hasher.hash(`password ${place}`);
        finished.push(place);
        timesMs.push(performance.now() - begunAt);
      }),
    );
    expect(finished).toEqual([0, 1, 2, 3, 4, 5]);
    // Two side by side would finish together; one at a time, the last has waited for all the others.
    expect(timesMs.at(-1) ?? 0).toBeGreaterThan((timesMs[0] ?? 0) * 2);
    expect(aloneMs).toBeGreaterThan(1);
  });

  it("goes on after a hash that cannot be read", async () => {
    await expect(hasher.verify("no hash at all", "x")).rejects.toThrow();
    expect((await hasher.hash("after")).ok).toBe(true);
  });
});
