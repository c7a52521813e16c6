import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";

let product: TestProduct;
let asha: TestUser;
let here: TestSession;

beforeAll(async () => {
  product = await startTestProduct();
});
beforeEach(async () => {
  asha = await product.makeUser();
  here = await product.signIn(asha);
});
afterAll(() => product.close());

const open = (capital: number) => product.send("POST", "/paper/open", { as: here, body: { capital } });
const reset = (capital: number) => product.send("POST", "/paper/reset", { as: here, body: { capital } });
const read = () => product.send("GET", "/paper/status", { as: here });
const start = (capital = 20_000) =>
  product.send("POST", "/algorithm/start", { as: here, body: { capital, broker: "paper" } });

describe("a paper account", () => {
  it("a paper account does not exist until the user opens it, and states its fill rules", async () => {
    const before = (await read()).json();
    expect(before).toMatchObject({ is_open: false, capital: null, positions: [] });
    expect(before.assumptions.join(" ")).toMatch(/real market.*3:12 PM/);
    const opened = await open(50_000);
    expect(opened.statusCode).toBe(200);
    const fresh = { is_open: true, capital: 50_000, cash: 50_000, available: 50_000, used: 0, result_today: 0 };
    expect(opened.json()).toMatchObject({ ...fresh, charges_today: 0, working_orders: 0, positions: [] });
    expect((await read()).json()).toEqual(opened.json());
  });

  it("a paper account is opened once, and a reset empties it", async () => {
    expect((await reset(1_000)).json()).toMatchObject({ code: "paper_missing" });
    await open(50_000);
    expect((await open(1_000)).json()).toMatchObject({ code: "paper_open_already" });
    expect((await reset(1_000)).json()).toMatchObject({ capital: 1_000, cash: 1_000 });
  });

  it.each([
    [499, "at least ₹500"],
    [750, "steps of ₹500"],
    [10_000_500, "at most ₹1,00,00,000"],
    [-500, "at least ₹500"],
  ])("[B9.1] a paper account refuses a capital of %d rupees", async (capital, words) => {
    const refused = await open(capital);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: "capital_refused", detail: expect.stringContaining(words) });
    expect((await read()).json().is_open).toBe(false);
  });

  it("a paper account runs without a plan, outside every band, and only where it was opened", async () => {
    expect((await start()).json()).toMatchObject({ code: "credentials_missing" });
    await open(50_000);
    const started = await start();
    expect(started.statusCode).toBe(200);
    expect(started.json()).toMatchObject({ status: "running", broker: "paper", capital: 20_000 });
    const [run] = await product.query("SELECT broker, account_id FROM algo_run WHERE user_id = $1", [asha.id]);
    const [paper] = await product.query<{ account_id: string }>(
      "SELECT account_id FROM paper_account WHERE user_id = $1",
      [asha.id],
    );
    expect(run).toEqual({ broker: "paper", account_id: paper?.account_id });
  });

  it("a paper account cannot be reset while it runs", async () => {
    await open(50_000);
    await start();
    expect((await reset(1_000)).json()).toMatchObject({ code: "paper_busy" });
    await product.send("POST", "/algorithm/stop", { as: here, body: { broker: "paper" } });
    expect((await reset(1_000)).statusCode).toBe(200);
  });

  it("a paper account is never the default of a call that names no broker", async () => {
    await open(50_000);
    const started = await product.send("POST", "/algorithm/start", { as: here, body: { capital: 20_000 } });
    expect(started.json()).toMatchObject({ code: "subscription_required" });
  });

  it("a paper account is private", async () => {
    await open(50_000);
    const other = await product.signIn(await product.makeUser());
    const foreign = await product.send("GET", "/paper/status", { as: other });
    expect(foreign.json()).toMatchObject({ is_open: false, cash: null });
  });

  it("a paper account is deleted with the user, and its orders stay under a number", async () => {
    await open(50_000);
    const body = { password: asha.password, confirm: "DELETE" };
    expect((await product.send("POST", "/auth/delete-account", { as: here, body })).statusCode).toBe(200);
    expect(await product.query("SELECT 1 FROM paper_account WHERE user_id = $1", [asha.id])).toEqual([]);
  });
});
