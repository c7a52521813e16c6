import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const setFault = (body: object) => product.send("POST", "/sandbox/faults", { body });

describe("faults that hit a process", () => {
  const fault = { target: "fyers", kind: "kill-after-accept", nth: 3 };

  it("are refused without a process, and for one that does not exist", async () => {
    for (const body of [fault, { ...fault, pid: 4_194_000 }]) {
      const reply = await setFault(body);
      expect([reply.statusCode, reply.json().code]).toEqual([400, "process_unknown"]);
    }
    expect((await setFault({ ...fault, pid: 1 })).statusCode).toBe(400);
    expect((await product.send("GET", "/sandbox/faults")).json()).toEqual({ faults: [] });
  });

  it("are listed with their count and duration", async () => {
    await setFault({ ...fault, pid: process.pid });
    await setFault({ target: "zerodha", kind: "position-lag", account: "ZR1001", seconds: 7, count: 2 });
    expect((await product.send("GET", "/sandbox/faults")).json()).toEqual({
      faults: [
        { target: "fyers", kind: "kill-after-accept", count: 3, pid: process.pid },
        { target: "zerodha", kind: "position-lag", count: 2, account: "ZR1001", seconds: 7 },
      ],
    });
    await product.send("DELETE", "/sandbox/faults");
  });
});
