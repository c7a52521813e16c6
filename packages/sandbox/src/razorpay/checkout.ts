import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { type Fields, readFields } from "./fields.ts";
import type { CheckoutAnswer, RazorpayGateway } from "./gateway.ts";
import type { Attempt } from "./payments.ts";
import { type RazorpayReply, type RazorpayRequest, refuse, toReply, type WireError } from "./razorpay-wire.ts";

export const CHECKOUT_PATH = "/v1/checkout";

/** Latency of a slow payment's bank. */
const SLOW_MS = 4 * SECOND_MS;

export const payOutcomes = ["success", "authorised", "failure", "slow"] as const;

export interface Payer {
  readonly orderId: string;
  readonly outcome: (typeof payOutcomes)[number];
  readonly email?: string;
  readonly contact?: string;
  readonly vpa?: string;
  readonly description?: string;
}

export type PayAnswer = CheckoutAnswer | { readonly error: WireError };

export interface Checkout {
  /** Resolves with the bank's answer. A slow payment succeeds even if the caller has gone. */
  pay(payer: Payer): Promise<PayAnswer>;
  serve(request: RazorpayRequest, outgoing: ServerResponse): Promise<void>;
}

const file = (name: string): string => readFileSync(path.join(import.meta.dirname, "browser", name), "utf8");
const assets: Readonly<Record<string, readonly [type: string, text: string]>> = {
  [`${CHECKOUT_PATH}.js`]: ["text/javascript; charset=utf-8", file("checkout.js")],
  [`${CHECKOUT_PATH}/sheet`]: ["text/html; charset=utf-8", file("sheet.html")],
  [`${CHECKOUT_PATH}/sheet.js`]: ["text/javascript; charset=utf-8", file("sheet.js")],
  [`${CHECKOUT_PATH}/sheet.css`]: ["text/css; charset=utf-8", file("sheet.css")],
};

/** Only the opening page may frame it. */
function policyFor(claimedParent: string | null): string {
  const parent = claimedParent === null ? null : URL.parse(claimedParent);
  const isWeb = parent !== null && /^https?:$/.test(parent.protocol);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src http: https: data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isWeb ? parent.origin : "'none'"}`,
  ].join("; ");
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

export function readPayer(fields: Fields): Payer | null {
  const orderId = text(fields["order_id"]);
  const outcome = payOutcomes.find((known) => known === fields["outcome"]);
  if (orderId === undefined || outcome === undefined) return null;
  const known = { email: fields["email"], contact: fields["contact"], vpa: fields["vpa"] };
  const given = { ...known, description: fields["description"] };
  const texts = Object.entries(given).flatMap(([name, value]) => {
    const filled = text(value);
    return filled === undefined ? [] : [[name, filled] as const];
  });
  return { orderId, outcome, ...Object.fromEntries(texts) };
}

export const payerFields = ["key_id", "order_id", "outcome", "email", "contact", "vpa", "description"];

export function createCheckout(deps: {
  readonly gateway: RazorpayGateway;
  readonly clock: HumanClock;
  readonly wait: (durationMs: number) => Promise<unknown>;
  readonly flush: () => void;
}): Checkout {
  const { gateway, clock, flush } = deps;

  async function pay(payer: Payer): Promise<PayAnswer> {
    const isSlow = payer.outcome === "slow";
    const attempt: Attempt = {
      orderId: payer.orderId,
      outcome: payer.outcome === "slow" ? "late" : payer.outcome,
      // Razorpay's value for a missing address
      email: payer.email ?? "void@razorpay.com",
      contact: payer.contact ?? "",
      vpa: payer.vpa ?? "success@razorpay",
      description: payer.description ?? null,
    };
    const made = gateway.attempt(attempt, clock.now());
    flush();
    if (!made.ok) return { error: made.error.error };
    if (!isSlow) return gateway.answerOf(made.value);
    await deps.wait(SLOW_MS);
    const settled = gateway.settle(made.value.id, "success", clock.now());
    flush();
    return settled.ok ? gateway.answerOf(settled.value) : { error: settled.error.error };
  }

  function readOrder(query: URLSearchParams): RazorpayReply {
    const found = gateway.orderFor(query.get("key_id") ?? "", query.get("order_id") ?? "");
    if (!found.ok) return toReply(found);
    const { amount, currency, status } = found.value;
    return { status: 200, body: { amount, currency, status } };
  }

  async function payFromSheet({ body, headers }: RazorpayRequest): Promise<RazorpayReply> {
    const fields = readFields(body, payerFields);
    if (!fields.ok) return toReply(fields);
    const payer = readPayer(fields.value);
    // a foreign page can send a form, but not JSON
    const isJson = String(headers["content-type"]).startsWith("application/json");
    if (payer === null || !isJson) return toReply(refuse("This is not a payment"));
    const known = gateway.orderFor(String(fields.value["key_id"]), payer.orderId);
    return known.ok ? { status: 200, body: await pay(payer) } : toReply(known);
  }

  async function api(request: RazorpayRequest): Promise<RazorpayReply> {
    switch (`${request.method} ${request.path}`) {
      case `GET ${CHECKOUT_PATH}/order`:
        return readOrder(request.query);
      case `POST ${CHECKOUT_PATH}/pay`:
        return payFromSheet(request);
      default:
        return toReply(refuse("There is nothing here", {}, 404));
    }
  }

  return {
    pay,
    async serve(request, outgoing) {
      const asset = request.method === "GET" ? assets[request.path] : undefined;
      if (asset) {
        outgoing.writeHead(200, {
          "content-type": asset[0],
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          ...(request.path === `${CHECKOUT_PATH}/sheet`
            ? { "content-security-policy": policyFor(request.query.get("parent")) }
            : {}),
        });
        outgoing.end(asset[1]);
        return;
      }
      const reply = await api(request);
      outgoing.writeHead(reply.status, { "content-type": "application/json", "cache-control": "no-store" });
      outgoing.end(JSON.stringify(reply.body));
    },
  };
}
