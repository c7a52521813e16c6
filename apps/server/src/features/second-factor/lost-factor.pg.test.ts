import { DAY_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAudit } from "../../platform/audit/audit.ts";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { cheapHasher, startTestProduct, type TestProduct, type TestUser } from "../../testing/product.ts";
import { auditKindsOf } from "../../testing/traces.ts";
import { switchOnTwoStep, type TwoStep } from "../../testing/two-step.ts";
import { askRemoval, createLostFactors, type LostFactors, REMOVAL_DELAY_MS } from "./lost-factor.ts";

const clock = createVirtualClock();
const notices: string[] = [];
let product: TestProduct;
let database: Database;
let lost: LostFactors;
let owner: TestUser;
let twoStep: TwoStep;

beforeAll(async () => {
  product = await startTestProduct({ clock, overrides: { hasher: cheapHasher } });
  database = openDatabase(product.databaseUrl, { max: 2, role: APP_ROLE, onError: () => {} });
  lost = createLostFactors({
    database,
    clock,
    audit: createAudit(database, clock),
    notifySafety: async (_tx, { what, mail }) => void notices.push(`${mail.to.address}: ${what}`),
  });
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  notices.length = 0;
  owner = await product.makeUser();
  twoStep = await switchOnTwoStep(product, clock, await product.signIn(owner));
});
afterAll(async () => {
  await database.close();
  await product.close();
});

const ask = (email: string) => askRemoval({ database, audit: createAudit(database, clock), clock }, email);
const logIn = async (totp?: string) =>
  (
    await product.send("POST", "/auth/login", {
      body: { email: owner.email, password: owner.password, ...(totp === undefined ? {} : { totp }) },
    })
  ).statusCode;

describe("a phone that is lost with its recovery codes", () => {
  it("the recovery of a lost phone takes a day: the owner is notified at once, and the authenticator is removed without an objection", async () => {
    expect(await ask(owner.email)).toBe("asked");
    clock.advance(DAY_MS); // The day begins with the notice, not before.
    await lost.run();
    expect(notices).toEqual([`${owner.email}: Two-step sign-in will be switched off tomorrow`]);
    clock.advance(REMOVAL_DELAY_MS - 1);
    await lost.run();
    expect(await logIn()).toBe(401);
    clock.advance(1);
    await lost.run();
    expect(await logIn()).toBe(200);
    expect(notices.at(-1)).toBe(`${owner.email}: Two-step sign-in is off`);
    expect(await auditKindsOf(product, owner.id)).toEqual(
      expect.arrayContaining(["factor_removal_asked", "totp_disabled"]),
    );
  });

  it("a phone that was found stops the removal of the authenticator: a code is enough", async () => {
    await ask(owner.email);
    await lost.run();
    clock.advance(MINUTE_MS);
    expect(await logIn(twoStep.code())).toBe(200);
    clock.advance(2 * REMOVAL_DELAY_MS);
    await lost.run();
    expect(await logIn()).toBe(401);
  });

  it("a lost phone cannot be reported without an authenticator", async () => {
    const other = await product.makeUser();
    expect([await ask(other.email), await ask("unknown@example.com")]).toEqual(["unknown", "unknown"]);
  });
});
