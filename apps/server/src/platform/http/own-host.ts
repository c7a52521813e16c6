import { isIP } from "node:net";

/** `name:port`, or a name alone; an IPv6 address stands in brackets. */
const nameOf = (host: string): string =>
  host
    .replace(/:\d*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();

/**
 * Whether a Host header names us. A page of somebody else whose name was made to lead here (DNS rebinding) says its own
 * name; an address says none, so that nobody can claim it.
 */
export function isOwnHost(host: string | undefined, publicUrl: URL): boolean {
  if (host === undefined) return true;
  const name = nameOf(host);
  return name === nameOf(publicUrl.host) || name === "localhost" || isIP(name) !== 0;
}
