import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WireRequest } from "../broker/wire.ts";
import { ROUTES } from "./routes.ts";
import { aKiosk, bookRow, draft, formText, type Kiosk, orderBook, refusal } from "./zerodha-fixture.ts";

const requestOf = (kiosk: Kiosk, token: string, change: Partial<WireRequest> = {}): WireRequest => ({
  method: "POST",
  path: "/orders/regular",
  query: new URLSearchParams(),
  headers: { authorization: `token ${kiosk.anil.app.key}:${token}` },
  body: formText(draft()),
  from: "127.0.0.1",
  ...change,
});

describe("routes", () => {
  it("that are missing, or not for this method, are reported", () => {
    const kiosk = aKiosk();
    const notFound = refusal(404, "GeneralException", "Route not found");
    for (const path of ["/", "", "/nothing", "/orders/a/b/c", "/user", "/instruments/historical/1"]) {
      expect(kiosk.call("GET", path)).toMatchObject(notFound);
    }
    expect(kiosk.call("PATCH", "/orders")).toMatchObject(refusal(405, "GeneralException", "Method not allowed"));
    expect(kiosk.call("GET", "/session/token").status).toBe(405);
  });

  it("require a session for every client resource", () => {
    const kiosk = aKiosk();
    for (const name of Object.keys(ROUTES).filter((route) => ROUTES[route]?.access === "session")) {
      const [method = "", path = ""] = name.split(" ");
      expect(kiosk.call(method, path.replaceAll("*", "1"))).toMatchObject({
        status: 403,
        body: { error_type: "TokenException" },
      });
    }
  });

  it.each([
    ["POST", "/orders/regular", "orders"],
    ["PUT", "/orders/regular/1", "orders"],
    ["DELETE", "/orders/regular/1", "orders"],
    ["GET", "/orders", "reads"],
    ["GET", "/orders/1/trades", "reads"],
    ["POST", "/margins/orders", "reads"],
    ["GET", "/instruments", "reads"],
    ["POST", "/session/token", "login"],
    ["GET", "/connect/login", "login"],
    ["POST", "/api/twofa", "login"],
    ["PUT", "/portfolio/positions", "other"],
    ["GET", "/nothing", "other"],
  ])("%s %s is of the kind %s", (method, path, kind) => {
    expect(aKiosk().core.kindOf({ method, path })).toBe(kind);
  });
});

describe("a call's client", () => {
  it("is identified by the API key, also after the session's end", () => {
    const kiosk = aKiosk();
    expect(kiosk.core.clientOf(requestOf(kiosk, "stale"))).toBe("ZA0001");
    expect(kiosk.core.clientOf(requestOf(kiosk, "", { headers: {} }))).toBeNull();
    expect(kiosk.core.clientOf(requestOf(kiosk, "", { headers: { authorization: "token no:no" } }))).toBeNull();
  });
});

describe("refusals on demand", () => {
  const statusOf = (kiosk: Kiosk, why: "throttle" | "expired" | "wrong-ip", request: WireRequest) =>
    JSON.parse(String(kiosk.core.refuse(request, why, kiosk.now()).body)) as { error_type: string; message: string };

  it("have Kite's format", () => {
    const kiosk = aKiosk();
    const request = requestOf(kiosk, kiosk.logIn());
    expect(statusOf(kiosk, "throttle", request)).toMatchObject({ message: "Too many requests" });
    expect(statusOf(kiosk, "expired", request)).toMatchObject({ error_type: "TokenException" });
    expect(statusOf(kiosk, "wrong-ip", request).message).toContain("IP (127.0.0.1) is not allowed");
    expect(orderBook(kiosk, kiosk.logIn())).toEqual([]);
  });

  it("of an order show as a rejected one, once", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const reply = kiosk.core.refuse(requestOf(kiosk, token), "reject", kiosk.now());
    expect(reply.status).toBe(200);
    const { order_id: orderId } = (JSON.parse(String(reply.body)) as { data: { order_id: string } }).data;
    expect(bookRow(kiosk, token, orderId)).toMatchObject({ status: "REJECTED" });
    expect(kiosk.core.handle(requestOf(kiosk, token), kiosk.now()).status).toBe(200);
    kiosk.pass();
    expect(orderBook(kiosk, token).map(({ status }) => status)).toEqual(["REJECTED", "OPEN"]);
  });

  it("of other calls are plain errors", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    const cancel = requestOf(kiosk, token, { method: "DELETE", path: "/orders/regular/1" });
    expect(kiosk.core.refuse(cancel, "reject", kiosk.now()).status).toBe(400);
    const read = requestOf(kiosk, token, { method: "GET", path: "/orders" });
    expect(kiosk.core.refuse(read, "reject", kiosk.now()).status).toBe(500);
  });
});

describe("hostile calls", () => {
  const paths = Object.keys(ROUTES).map((name) => name.split(" ")[1] ?? "");
  const part = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("regular", "779521", "day", "NSE", "%", "__proto__"),
  );
  const field = fc.oneof(
    fc.constantFrom("exchange", "quantity", "price", "tag", "order_type", "i", "from", "to", "api_key", "checksum"),
    fc.string({ maxLength: 6 }),
  );

  it("get an answer in Kite's format and never cause an exception", () => {
    const kiosk = aKiosk();
    const token = kiosk.logIn();
    fc.assert(
      fc.property(
        fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD"),
        fc.constantFrom(...paths),
        fc.array(part, { minLength: 2, maxLength: 2 }),
        fc.dictionary(field, fc.oneof(fc.string(), fc.constantFrom("NSE", "SBIN", "BUY", "-1", "1e9", "[]", "null"))),
        fc.oneof(fc.string(), fc.json(), fc.constant(null)),
        (method, path, parts, fields, raw) => {
          kiosk.pass();
          let at = 0;
          const query = new URLSearchParams(fields);
          const reply = kiosk.core.handle(
            requestOf(kiosk, token, {
              method,
              path: path.replaceAll("*", () => parts[at++] ?? ""),
              query,
              body: raw ?? query.toString(),
            }),
            kiosk.now(),
          );
          expect(reply.status).toBeLessThan(500);
          if (reply.status >= 400 && reply.headers["content-type"] === "application/json") {
            expect(JSON.parse(String(reply.body))).toMatchObject({ status: "error", data: null });
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
