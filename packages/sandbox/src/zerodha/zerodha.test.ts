import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WireRequest } from "../broker/wire.ts";
import { ROUTES } from "./routes.ts";
import { bookRow, draft, formText, type Kite, openKite, orderBook, refusal } from "./zerodha-fixture.ts";

const requestOf = (kite: Kite, token: string, change: Partial<WireRequest> = {}): WireRequest => ({
  method: "POST",
  path: "/orders/regular",
  query: new URLSearchParams(),
  headers: { authorization: `token ${kite.anil.app.key}:${token}` },
  body: formText(draft()),
  from: "127.0.0.1",
  ...change,
});

describe("routes", () => {
  it("that are missing, or not for this method, are reported", () => {
    const kite = openKite();
    const notFound = refusal(404, "GeneralException", "Route not found");
    for (const path of ["/", "", "/nothing", "/orders/a/b/c", "/user", "/instruments/historical/1"]) {
      expect(kite.call("GET", path)).toMatchObject(notFound);
    }
    expect(kite.call("PATCH", "/orders")).toMatchObject(refusal(405, "GeneralException", "Method not allowed"));
    expect(kite.call("GET", "/session/token").status).toBe(405);
  });

  it("require a session for every client resource", () => {
    const kite = openKite();
    for (const name of Object.keys(ROUTES).filter((route) => ROUTES[route]?.access === "session")) {
      const [method = "", path = ""] = name.split(" ");
      expect(kite.call(method, path.replaceAll("*", "1"))).toMatchObject({
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
    expect(openKite().core.kindOf({ method, path })).toBe(kind);
  });
});

describe("a call's client", () => {
  it("is identified by the API key, also after the session's end", () => {
    const kite = openKite();
    expect(kite.core.clientOf(requestOf(kite, "stale"))).toBe("ZA0001");
    expect(kite.core.clientOf(requestOf(kite, "", { headers: {} }))).toBeNull();
    expect(kite.core.clientOf(requestOf(kite, "", { headers: { authorization: "token no:no" } }))).toBeNull();
  });
});

describe("refusals on demand", () => {
  const statusOf = (kite: Kite, why: "throttle" | "expired" | "wrong-ip", request: WireRequest) =>
    JSON.parse(String(kite.core.refuse(request, why, kite.now()).body)) as {
      error_type: string;
      message: string;
    };

  it("have Kite's format", () => {
    const kite = openKite();
    const request = requestOf(kite, kite.logIn());
    expect(statusOf(kite, "throttle", request)).toMatchObject({ message: "Too many requests" });
    expect(statusOf(kite, "expired", request)).toMatchObject({ error_type: "TokenException" });
    expect(statusOf(kite, "wrong-ip", request).message).toContain("IP (127.0.0.1) is not allowed");
    expect(orderBook(kite, kite.logIn())).toEqual([]);
  });

  it("of an order show as a rejected one, once", () => {
    const kite = openKite();
    const token = kite.logIn();
    const reply = kite.core.refuse(requestOf(kite, token), "reject", kite.now());
    expect(reply.status).toBe(200);
    const { order_id: orderId } = (JSON.parse(String(reply.body)) as { data: { order_id: string } }).data;
    expect(bookRow(kite, token, orderId)).toMatchObject({ status: "REJECTED" });
    expect(kite.core.handle(requestOf(kite, token), kite.now()).status).toBe(200);
    kite.pass();
    expect(orderBook(kite, token).map(({ status }) => status)).toEqual(["REJECTED", "OPEN"]);
  });

  it("of other calls are plain errors", () => {
    const kite = openKite();
    const token = kite.logIn();
    const cancel = requestOf(kite, token, { method: "DELETE", path: "/orders/regular/1" });
    expect(kite.core.refuse(cancel, "reject", kite.now()).status).toBe(400);
    const read = requestOf(kite, token, { method: "GET", path: "/orders" });
    expect(kite.core.refuse(read, "reject", kite.now()).status).toBe(500);
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
    const kite = openKite();
    const token = kite.logIn();
    fc.assert(
      fc.property(
        fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD"),
        fc.constantFrom(...paths),
        fc.array(part, { minLength: 2, maxLength: 2 }),
        fc.dictionary(field, fc.oneof(fc.string(), fc.constantFrom("NSE", "SBIN", "BUY", "-1", "1e9", "[]", "null"))),
        fc.oneof(fc.string(), fc.json(), fc.constant(null)),
        (method, path, parts, fields, raw) => {
          kite.pass();
          let at = 0;
          const query = new URLSearchParams(fields);
          const reply = kite.core.handle(
            requestOf(kite, token, {
              method,
              path: path.replaceAll("*", () => parts[at++] ?? ""),
              query,
              body: raw ?? query.toString(),
            }),
            kite.now(),
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
