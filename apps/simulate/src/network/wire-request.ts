import type { Outgoing } from "@vriddhi/brokers/transport/outgoing";
import type { WireRequest } from "@vriddhi/sandbox/broker/wire";

const NO_QUERY = new URLSearchParams();

export function splitAddress(address: string): Pick<WireRequest, "path" | "query"> {
  const cut = address.indexOf("?");
  if (cut < 0) return { path: address, query: NO_QUERY };
  return { path: address.slice(0, cut), query: new URLSearchParams(address.slice(cut + 1)) };
}

/** Header names arrive in lower case. */
export function inSmallLetters<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const named: Record<string, T> = {};
  for (const name of Object.keys(headers)) named[name.toLowerCase()] = headers[name] as T;
  return named;
}

export function toWireRequest({ method, path, headers, body }: Outgoing): WireRequest {
  const address = splitAddress(path);
  return {
    method,
    path: address.path,
    query: address.query,
    headers: inSmallLetters(headers),
    body: body ?? "",
    from: "127.0.0.1",
  };
}
