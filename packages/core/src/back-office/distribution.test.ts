import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountId } from "../allocation/account-id.ts";
import { paise, rupees } from "../shared/money.ts";
import { distribute, percentageOf } from "./distribution.ts";
import { TOTAL_QUANTITY_MAX } from "./order-row.ts";

const capitals = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 60 });
const quantities = fc.integer({ min: 1, max: TOTAL_QUANTITY_MAX });
const toAccounts = (amounts: readonly number[]) =>
  amounts.map((amount, n) => ({ id: accountId(`account-${String(n).padStart(3, "0")}`), capital: paise(amount) }));

describe("an operator's quantity over the active accounts", () => {
  it("[C1.3] [C9.5] allocates the whole quantity; each account gets its portion rounded down, the first also the remainder", () => {
    fc.assert(
      fc.property(quantities, capitals, (quantity, amounts) => {
        const accounts = toAccounts(amounts);
        const all = amounts.reduce((sum, amount) => sum + amount, 0);
        const { shares, allocated, remainder } = distribute(quantity, accounts);
        expect(allocated).toBe(all === 0 ? 0 : quantity);
        expect(shares.reduce((sum, share) => sum + share.quantity, 0)).toBe(allocated);
        const due = new Map(
          accounts.map(({ id, capital }) => [
            id,
            all === 0 ? 0 : Number((BigInt(quantity) * BigInt(capital)) / BigInt(all)),
          ]),
        );
        const [first, ...others] = shares;
        for (const share of others) expect(share.quantity).toBe(due.get(share.id));
        expect(first?.quantity).toBe((due.get(first?.id ?? accountId("")) ?? 0) + remainder);
        expect(remainder).toBeGreaterThanOrEqual(0);
        expect(remainder).toBeLessThan(accounts.length);
      }),
    );
  });

  it("[C2.42] gives the remainder to the highest capital", () => {
    fc.assert(
      fc.property(quantities, capitals, (quantity, amounts) => {
        const accounts = toAccounts(amounts);
        const capitalOf = new Map(accounts.map(({ id, capital }) => [id, capital]));
        const [first] = distribute(quantity, accounts).shares;
        expect(capitalOf.get(first?.id ?? accountId(""))).toBe(Math.max(...amounts));
      }),
    );
  });

  it("does not depend on the order of accounts, so that the preview equals the placement", () => {
    fc.assert(
      fc.property(quantities, capitals, (quantity, amounts) => {
        const accounts = toAccounts(amounts);
        expect(distribute(quantity, [...accounts].reverse())).toEqual(distribute(quantity, accounts));
      }),
    );
  });

  it("splits eleven shares over three accounts as calculated by hand", () => {
    const accounts = [
      { id: accountId("a"), capital: rupees(50_000) },
      { id: accountId("b"), capital: rupees(30_000) },
      { id: accountId("c"), capital: rupees(20_000) },
    ];
    expect(distribute(11, accounts)).toEqual({
      shares: [
        { id: "a", quantity: 6 },
        { id: "b", quantity: 3 },
        { id: "c", quantity: 2 },
      ],
      allocated: 11,
      remainder: 1,
    });
  });

  it("gives percentages with two decimals", () => {
    expect([percentageOf(1, 3), percentageOf(2, 3), percentageOf(5, 5), percentageOf(0, 0)]).toEqual([
      33.33, 66.67, 100, 0,
    ]);
  });
});
