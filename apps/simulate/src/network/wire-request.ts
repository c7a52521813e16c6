import type { Outgoing } from "@vriddhi/brokers/transport/outgoing";
import type { WireRequest } from "@vriddhi/sandbox/broker/wire";

const NO_QUERY = new URLSearchParams();

export function splitAddress(address: string): Pick<WireRequest, "path" | "query"> {
  const cut = address.indexOf("?");
  if (cut < 0) return { path: address, query: NO_QUERY };
  return { path: address.slice(0, cut), query: new URLSearchParams(address.slice(cut + 1)) };
}

/** What the broker's end sees of a call: names of headers arrive in small letters. */
export function toWireRequest({ method, path, headers, body }: Outgoing): WireRequest {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const address = splitAddress(path);
  return {
    method,
    path: address.path,
    query: address.query,
    headers: Object.fromEntries(named),
    body: body ?? "",
    from: "127.0.0.1",
  };
}
