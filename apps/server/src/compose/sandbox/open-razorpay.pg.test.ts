import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

interface Place {
  readonly baseUrl: string;
  readonly checkoutUrl: string;
  readonly keyId: string;
  readonly keySecret: string;
}
const place = async (): Promise<Place> => (await product.send("GET", "/sandbox/accounts")).json().razorpay;

async function ask(method: string, path: string, body?: object) {
  const { baseUrl, keyId, keySecret } = await place();
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
      "content-type": "application/json",
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Record<string, never>;
}

const makeOrder = async () => String((await ask("POST", "/v1/orders", { amount: 100, currency: "INR" }))["id"]);

it("is shown on /sandbox/accounts with all that a client needs, including the browser's script", async () => {
  expect(await ask("GET", `/v1/orders/${await makeOrder()}`)).toMatchObject({ entity: "order" });
  const script = await fetch((await place()).checkoutUrl);
  expect(await script.text()).toContain("window.Razorpay");
});

it("sends its webhooks to the product's port, and they are accepted", async () => {
  await ask("POST", "/control/payments", { order_id: await makeOrder(), outcome: "success" });

  await vi.waitFor(
    async () => {
      const { events } = (await ask("GET", "/control/webhooks")) as unknown as { events: { deliveries: number[] }[] };
      expect(events.map(({ deliveries }) => deliveries)).toEqual([[200], [200], [200]]);
    },
    { timeout: 60_000 },
  );
});

it("injects faults on demand and resets with the rest of the sandbox", async () => {
  const id = await makeOrder();
  await product.send("POST", "/sandbox/faults", { body: { target: "razorpay", kind: "reject" } });
  expect(await ask("GET", `/v1/orders/${id}`)).toMatchObject({ error: { reason: "action_not_allowed" } });
  expect(await ask("GET", `/v1/orders/${id}`)).toMatchObject({ id });

  await product.send("POST", "/sandbox/reset");
  expect(await ask("GET", `/v1/orders/${id}`)).toMatchObject({
    error: { description: "The id provided does not exist" },
  });
});
