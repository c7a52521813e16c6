import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

async function arrive() {
  const user = await product.makeUser();
  await product.query("UPDATE users SET dob = NULL WHERE id = $1", [user.id]);
  return { user, as: await product.signIn(user) };
}
type Visitor = Awaited<ReturnType<typeof arrive>>;
const give = ({ as }: Visitor, dob: string) => product.send("POST", "/auth/date-of-birth", { as, body: { dob } });
const rowOf = async ({ user }: Visitor) =>
  (await product.query("SELECT name, dob::text, email FROM users WHERE id = $1", [user.id]))[0];

describe("the date of birth after a Google sign-in", () => {
  it("[A9.2] stores a date of birth once and never changes it", async () => {
    const asha = await arrive();
    const reply = await give(asha, "1991-02-03");
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ closed: false });
    expect((await product.send("GET", "/auth/profile", { as: asha.as })).json()).toMatchObject({ dob: "1991-02-03" });
    const again = await give(asha, "1980-01-01");
    expect([again.statusCode, again.json().code]).toEqual([409, "dob_known"]);
    expect(await rowOf(asha)).toMatchObject({ dob: "1991-02-03" });
  });

  it("[A9.2] an age under 13 closes the account: the user is signed out, notified and deleted", async () => {
    const child = await arrive();
    const reply = await give(child, "2020-02-03");
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ closed: true, message: expect.stringContaining("13 years") });
    expect((await product.send("GET", "/auth/profile", { as: child.as })).statusCode).toBe(401);
    expect((await rowOf(child))?.["email"]).not.toBe(child.user.email);
    await eventually("the mail about it", async () => (await product.mailsTo(child.user.email))[0] ?? null);
  });

  it("a Google sign-in keeps the date of birth given at sign-up", async () => {
    const user = await product.makeUser();
    const known = { user, as: await product.signIn(user) };
    expect((await give(known, "2020-02-03")).json()).toMatchObject({ code: "dob_known" });
    expect(await rowOf(known)).toMatchObject({ dob: "1990-05-01", email: user.email });
  });

  it("refuses a date of birth that no living person has", async () => {
    const asha = await arrive();
    for (const dob of ["1899-12-31", "2001-02-30", "yesterday"])
      expect((await give(asha, dob)).statusCode, dob).toBe(400);
    expect(await rowOf(asha)).toMatchObject({ dob: null });
  });
});
