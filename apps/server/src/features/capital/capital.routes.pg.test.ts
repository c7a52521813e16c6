import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { createRunsFixture, type FixtureUser, type RunsFixture, refusalOf } from "../../testing/runs-fixture.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: RunsFixture;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createRunsFixture(product, clock);
});
afterAll(() => product.close());

const put = ({ as }: FixtureUser, path: string, body: object) => product.send("PUT", path, { as, body });

describe("the capital for Fyers", () => {
  it("[B7.8] [B7.9] the Fyers capital call shows the band and the chosen amount, and writes only the amount", async () => {
    const asha = await desk.person({ brokers: [] });
    expect(await desk.get(asha, "/api/fyers/capital")).toEqual({ capital_amount: 50_000, capital: 500 });
    const saved = await put(asha, "/api/fyers/capital", { capital_amount: 25_000 });
    expect(saved.json()).toEqual({ capital_amount: 50_000, capital: 25_000 });
    expect(await desk.get(asha, "/api/fyers/capital")).toEqual({ capital_amount: 50_000, capital: 25_000 });
    expect(await desk.get(asha, "/algorithm/details?broker=fyers")).toMatchObject({
      status: "stopped",
      capital: 25_000,
    });
  });

  it("[B7.8] the Fyers capital is the shared choice until Fyers has its own amount, as in the run's status", async () => {
    const asha = await desk.person({ brokers: [] });
    await desk.post(asha, "/api/capital-allocation/create", { user_id: asha.user.id, capital_amount: 20_000 });
    expect(await desk.get(asha, "/api/fyers/capital")).toEqual({ capital_amount: 50_000, capital: 20_000 });
    expect((await desk.get(asha, "/algorithm/all-status"))["fyers"]).toMatchObject({ capital: 20_000 });
    await put(asha, "/api/fyers/capital", { capital_amount: 5_000 });
    expect((await desk.get(asha, "/api/fyers/capital"))["capital"]).toBe(5_000);
    expect((await desk.get(asha, "/algorithm/all-status"))["fyers"]).toMatchObject({ capital: 5_000 });
  });

  it("[B5.1] [B5.2] refuses a Fyers capital outside 500 and the band, and changes nothing", async () => {
    const asha = await desk.person({ brokers: [] });
    const refused = async (capital_amount: unknown) =>
      refusalOf(await put(asha, "/api/fyers/capital", { capital_amount }));
    expect(await refused(499)).toEqual([400, "capital_refused", "Capital must be at least ₹500"]);
    expect(await refused(50_500)).toEqual([400, "capital_refused", "Capital cannot exceed your upper band of ₹50,000"]);
    expect((await refused("many"))[1]).toBe("invalid_input");
    expect(await desk.get(asha, "/api/fyers/capital")).toEqual({ capital_amount: 50_000, capital: 500 });
  });

  it("[B5.2] [B9.1] without a band the Fyers capital goes up to ten million rupees", async () => {
    const visitor = await desk.person({ band: null, brokers: [] });
    expect(await desk.get(visitor, "/api/fyers/capital")).toEqual({ capital_amount: null, capital: 500 });
    expect((await put(visitor, "/api/fyers/capital", { capital_amount: 10_000_000 })).statusCode).toBe(200);
    expect((await put(visitor, "/api/fyers/capital", { capital_amount: 10_000_500 })).statusCode).toBe(400);
  });
});

describe("a capital allocation", () => {
  const create = (who: FixtureUser, body: object) => desk.post(who, "/api/capital-allocation/create", body);

  it("[B3.3] [B7.10] [B7.11] [B7.12] the owner creates, reads and changes a capital allocation", async () => {
    const asha = await desk.person({ brokers: [] });
    const address = `/api/capital-allocation/user/${asha.user.id}`;
    expect(await desk.get(asha, address)).toEqual({
      id: null,
      user_id: asha.user.id,
      is_active: true,
      capital_amount: 50_000,
      capital: 500,
    });
    const made = await create(asha, {
      user_id: asha.user.id,
      user_name: "Meera Rao",
      capital_amount: 5_000,
      plan_name: "ANNUALLY",
    });
    const { id } = made.json();
    expect(made.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: asha.user.id,
      is_active: true,
      capital_amount: 50_000,
      capital: 5_000,
      user_name: "Meera Nair",
      plan_name: "ANNUALLY",
    });
    const changed = await put(asha, `/api/capital-allocation/update/${id}`, {
      capital_amount: 10_000,
      is_active: false,
    });
    expect(changed.json()).toMatchObject({ id, capital: 10_000, is_active: false });
    expect(await desk.get(asha, address)).toMatchObject({ id, capital: 10_000, is_active: false });
    const again = await create(asha, { user_id: asha.user.id, capital_amount: 1_000 });
    expect(again.json()).toMatchObject({ id, capital: 1_000, is_active: false });
  });

  it("[B7.10] [B7.11] [B7.12] a capital allocation of another user does not exist", async () => {
    const [asha, kabir] = [await desk.person({ brokers: [] }), await desk.person({ brokers: [] })];
    const { id } = (await create(asha, { user_id: asha.user.id, capital_amount: 5_000 })).json();
    const foreign = [
      await product.send("GET", `/api/capital-allocation/user/${asha.user.id}`, { as: kabir.as }),
      await put(kabir, `/api/capital-allocation/update/${id}`, { capital_amount: 500 }),
      await create(kabir, { user_id: asha.user.id, capital_amount: 500 }),
    ];
    for (const reply of foreign) expect(refusalOf(reply).slice(0, 2)).toEqual([404, "not_found"]);
    expect(await desk.get(asha, `/api/capital-allocation/user/${asha.user.id}`)).toMatchObject({ capital: 5_000 });
  });

  it("[B5.2] refuses a capital allocation above the band", async () => {
    const asha = await desk.person({ brokers: [] });
    const { id } = (await create(asha, { user_id: asha.user.id, capital_amount: 500 })).json();
    expect((await create(asha, { user_id: asha.user.id, capital_amount: 60_000 })).json().code).toBe("capital_refused");
    const reply = await put(asha, `/api/capital-allocation/update/${id}`, { capital_amount: 60_000 });
    expect(reply.json().detail).toBe("Capital cannot exceed your upper band of ₹50,000");
  });
});
