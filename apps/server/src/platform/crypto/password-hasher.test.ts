import * as argon2 from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { createPasswordHasher, type HashWork } from "./password-hasher.ts";

function watched() {
  const verified: string[] = [];
  let now = 0;
  let most = 0;
  async function count<T>(job: Promise<T>): Promise<T> {
    most = Math.max(most, ++now);
    return job.finally(() => now--);
  }
  const work: HashWork = {
    hash: (password, cost) => count(argon2.hash(password, cost)),
    verify(hash, password) {
      verified.push(hash);
      return count(argon2.verify(hash, password));
    },
  };
  return { work, verified, mostAtOnce: () => most };
}

const hasher = await createPasswordHasher(200, 1);
const unwrap = async <T>(result: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> => {
  const settled = await result;
  if (!settled.ok) throw new Error(String(settled.error));
  return settled.value;
};

describe("the hash of a password", () => {
  it("is argon2id with at least 19 MiB, two passes and parallelism one", async () => {
    const [, kind, , settings = ""] = (await unwrap(hasher.hash("hunter2"))).split("$");
    const { m, t, p } = Object.fromEntries(settings.split(",").map((pair) => pair.split("=")));
    expect(kind).toBe("argon2id");
    expect(Number(m)).toBeGreaterThanOrEqual(19 * 1024);
    expect([Number(t), Number(p)]).toEqual([2, 1]);
  });

  it("differs each time and matches only its password", async () => {
    const [one, other] = [await unwrap(hasher.hash("hunter2")), await unwrap(hasher.hash("hunter2"))];
    expect(one).not.toBe(other);
    expect(await unwrap(hasher.verify(one, "hunter2"))).toBe(true);
    expect(await unwrap(hasher.verify(one, "hunter3"))).toBe(false);
    expect(await unwrap(hasher.verify(one, ""))).toBe(false);
  });

  it("matches no password for an unknown account, and costs as much time", async () => {
    const { work, verified } = watched();
    const asked = await createPasswordHasher(200, 1, work);
    const hash = await unwrap(asked.hash("hunter2"));
    expect(await unwrap(asked.verify(hash, "wrong"))).toBe(false);
    expect(await unwrap(asked.verify(null, "no account's password"))).toBe(false);
    const costs = verified.map((text) => text.split("$").slice(0, 4).join("$"));
    expect(costs).toHaveLength(2);
    expect(costs[1]).toBe(costs[0]);
  });
});

describe("the queue before the hasher", () => {
  it("accepts requests up to its limit and refuses the next at once as busy", async () => {
    const small = await createPasswordHasher(3, 1);
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

  it("serves one request at a time in the order of arrival", async () => {
    const finished: number[] = [];
    const { work, mostAtOnce } = watched();
    const single = await createPasswordHasher(200, 1, work);
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (place) => {
        await single.hash(`password ${place}`);
        finished.push(place);
      }),
    );
    expect(finished).toEqual([0, 1, 2, 3, 4, 5]);
    expect(mostAtOnce()).toBe(1);
  });

  it("serves known devices before a flood of unknown ones, which still get turns in between", async () => {
    const flooded = await createPasswordHasher(200, 1);
    const served: string[] = [];
    const ask = async (who: string, isKnown: boolean) => {
      const asked = await flooded.verify(null, "wrong", { isKnown, subject: who });
      served.push(asked.ok ? who : "busy");
    };
    const strangers = Array.from({ length: 20 }, (_, n) => ask(`stranger ${n}`, false));
    const owners = Array.from({ length: 4 }, (_, n) => ask(`owner ${n}`, true));
    await Promise.all([...strangers, ...owners]);
    const places = owners.map((_, n) => served.indexOf(`owner ${n}`));
    expect(Math.max(...places)).toBeLessThan(7);
    expect(served.slice(0, Math.max(...places)).some((who) => who.startsWith("stranger"))).toBe(true);
  });

  it("alternates between addresses, so that many callers of one address do not delay the others", async () => {
    const fair = await createPasswordHasher(200, 1);
    const served: string[] = [];
    const ask = async (subject: string) => {
      if ((await fair.verify(null, "wrong", { isKnown: false, subject })).ok) served.push(subject);
    };
    await Promise.all([...Array.from({ length: 8 }, () => ask("flood")), ask("first"), ask("second")]);
    expect(served.indexOf("first")).toBeLessThan(3);
    expect(served.indexOf("second")).toBeLessThan(4);
    expect(served).toHaveLength(10);
  });

  it("gives one address at most ten places, and still serves another", async () => {
    const fair = await createPasswordHasher(200, 1);
    const asked = Array.from({ length: 15 }, () => fair.verify(null, "x", { isKnown: false, subject: "flood" }));
    const other = fair.verify(null, "x", { isKnown: false, subject: "first" });
    expect((await Promise.all(asked)).filter(({ ok }) => !ok).length).toBeGreaterThanOrEqual(4);
    expect((await other).ok).toBe(true);
  });

  it("continues after an unreadable hash", async () => {
    await expect(hasher.verify("no hash at all", "x")).rejects.toThrow();
    expect((await hasher.hash("after")).ok).toBe(true);
  });
});
