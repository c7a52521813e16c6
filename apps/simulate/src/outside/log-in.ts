import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { BrokerCredentials, Egress } from "@vriddhi/brokers/port/session";
import { assert } from "@vriddhi/core/shared/assert";
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import { totpAt } from "@vriddhi/sandbox/broker/totp";
import type { BrokerCore, Moment, WireReply } from "@vriddhi/sandbox/broker/wire";

const DIRECT: Egress = { localAddress: null, proxyUrl: null };
const HOPS_MAX = 4;

const credentialsOf = ({ id, app, pin, totpSecret }: BrokerClient): BrokerCredentials => ({
  clientId: id,
  appKey: app.key,
  appSecret: app.secret,
  pin,
  totpSecret,
  totpCode: null,
  redirectUrl: app.redirectUrl,
});

/** A user's steps on Kite's pages, up to the request token. */
function grantByPage(core: BrokerCore, client: BrokerClient, at: Moment): string {
  const visit = (
    method: string,
    address: string,
    form: Readonly<Record<string, string>>,
    cookie: string,
  ): WireReply => {
    const [path = "", query = ""] = address.split("?");
    const body = new URLSearchParams(form).toString();
    const headers = { cookie, host: "zerodha" };
    return core.handle({ method, path, query: new URLSearchParams(query), headers, body, from: "127.0.0.1" }, at);
  };
  const dataOf = ({ body }: WireReply) => (JSON.parse(String(body)) as { data: Record<string, string> }).data;
  const begun = dataOf(visit("POST", "/api/login", { user_id: client.id, password: client.password }, ""));
  const proof = {
    user_id: client.id,
    request_id: begun["request_id"] ?? "",
    twofa_value: totpAt(client.totpSecret, at.human),
    twofa_type: begun["twofa_type"] ?? "",
  };
  const cookie = (visit("POST", "/api/twofa", proof, "").headers["set-cookie"] ?? "").split(";")[0] ?? "";
  let address = `/connect/login?v=3&api_key=${client.app.key}`;
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const target = new URL(visit("GET", address, {}, cookie).headers["location"] ?? "", "http://zerodha");
    const token = target.searchParams.get("request_token");
    if (token !== null) return token;
    address = `${target.pathname}${target.search}`;
  }
  return "";
}

export async function logIn(
  adapter: BrokerAdapter,
  core: BrokerCore,
  client: BrokerClient,
  moment: () => Moment,
): Promise<AccountAccess> {
  const credentials = credentialsOf(client);
  const at = moment();
  const begun =
    adapter.capabilities.login === "page"
      ? await adapter.login.complete(credentials, grantByPage(core, client, at), DIRECT, at)
      : await adapter.login.unattended(credentials, DIRECT, at);
  assert(begun.ok, begun.ok ? "" : `${client.id} is logged in: ${JSON.stringify(begun.error)}`);
  return { session: begun.value, egress: DIRECT, algoId: null };
}
