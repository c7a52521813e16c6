import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise, rupees } from "../shared/money.ts";
import { accountId } from "./account-id.ts";
import { splitByCapital } from "./split.ts";

const of = (name: string, capitalRupees: number) => ({ id: accountId(name), capital: rupees(capitalRupees) });

describe("an operator's order", () => {
  it("is split by capital, and the highest gets the remainder", () => {
    expect(splitByCapital(10, [of("a", 1_000), of("b", 5_000), of("c", 1_000)])).toEqual([
      { id: "b", quantity: 8 },
      { id: "a", quantity: 1 },
      { id: "c", quantity: 1 },
    ]);
  });

  it("gives the remainder to the first by id where the highest are equal", () => {
    expect(splitByCapital(3, [of("b", 500), of("a", 500)])).toEqual([
      { id: "a", quantity: 2 },
      { id: "b", quantity: 1 },
    ]);
  });

  it("gives no shares when no account has capital", () => {
    expect(splitByCapital(3, [of("a", 0)])).toEqual([{ id: "a", quantity: 0 }]);
    expect(splitByCapital(3, [])).toEqual([]);
  });

  it("is split into whole shares", () => {
    for (const quantity of [-1, 0.5]) expect(() => splitByCapital(quantity, [of("a", 1)])).toThrow("whole shares");
    expect(splitByCapital(0, [of("a", 1)])).toEqual([{ id: "a", quantity: 0 }]);
  });

  it("conserves shares, in whatever order the accounts come", () => {
    const accounts = fc.uniqueArray(
      fc.record({ id: fc.string({ minLength: 1 }).map(accountId), capital: fc.nat({ max: 1e9 }).map(paise) }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(fc.nat({ max: 1e6 }), accounts, (quantity, list) => {
        const shares = splitByCapital(quantity, list);
        const hasCapital = list.some(({ capital }) => capital > 0);
        expect(shares.reduce((sum, share) => sum + share.quantity, 0)).toBe(hasCapital ? quantity : 0);
        expect(splitByCapital(quantity, [...list].reverse())).toEqual(shares);
        for (const { id, capital } of list)
          if (capital === 0) expect(shares.find((share) => share.id === id)?.quantity).toBe(0);
      }),
    );
  });
});
