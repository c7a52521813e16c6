import { type BrokerName, brokerTraits } from "@vriddhi/core/broker/broker-name";
import { type Api, ApiError } from "../../lib/api.ts";
import { connectTexts } from "./connect.texts.ts";

export type Arrival =
  /** From a morning's message. */
  | { readonly kind: "link"; readonly link: string }
  /** Back from the broker's login page. */
  | { readonly kind: "grant"; readonly grant: string; readonly state: string | null }
  | { readonly kind: "refused" }
  | { readonly kind: "nothing" };

function hasFailed(broker: BrokerName, params: URLSearchParams): boolean {
  const { outcome } = brokerTraits[broker].redirect;
  return outcome !== null && params.has(outcome[0]) && params.get(outcome[0]) !== outcome[1];
}

export function readArrival(broker: BrokerName, params: URLSearchParams): Arrival {
  const { grant: name } = brokerTraits[broker].redirect;
  const link = params.get("link");
  if (link) return { kind: "link", link };
  if (hasFailed(broker, params)) return { kind: "refused" };
  const grant = params.get(name);
  return grant ? { kind: "grant", grant, state: params.get("state") } : { kind: "nothing" };
}

export type Outcome =
  | { readonly kind: "connected" }
  | { readonly kind: "elsewhere"; readonly address: string }
  | { readonly kind: "failed"; readonly sentence: string };

const failed = (sentence: string): Outcome => ({ kind: "failed", sentence });

async function completeLogin(
  api: Api,
  broker: BrokerName,
  { grant, state }: Extract<Arrival, { kind: "grant" }>,
): Promise<Outcome> {
  if (state) await api("POST", "/connect/{broker}/complete", { params: { broker }, body: { grant, state } });
  // Kite may omit the state; a signed-in user is known without it.
  else if (broker === "zerodha") await api("POST", "/zerodha/login", { body: { request_token: grant } });
  else return failed(connectTexts.notBegunBody);
  return { kind: "connected" };
}

async function followLink(api: Api, broker: BrokerName, link: string): Promise<Outcome> {
  const { login_url: address } = await api("POST", "/connect/{broker}/begin", { params: { broker }, body: { link } });
  return address === null ? { kind: "connected" } : { kind: "elsewhere", address };
}

/** Finishes the arrival; never rejects. */
export async function settleArrival(
  api: Api,
  { broker, name }: { readonly broker: BrokerName; readonly name: string },
  arrival: Exclude<Arrival, { kind: "nothing" }>,
): Promise<Outcome> {
  if (arrival.kind === "refused") return failed(connectTexts.refusedBody(name));
  try {
    return await (arrival.kind === "link"
      ? followLink(api, broker, arrival.link)
      : completeLogin(api, broker, arrival));
  } catch (cause) {
    if (!(cause instanceof ApiError)) reportError(cause); // our own bug: log it
    return failed((cause instanceof ApiError ? cause.detail : null) ?? connectTexts.failedBody);
  }
}
