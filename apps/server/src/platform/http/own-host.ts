import { isIP } from "node:net";

/** `name:port`, or a name alone; an IPv6 address is in brackets. */
const nameOf = (host: string): string =>
  host
    .replace(/:\d*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();

/** Whether a Host header names us. A DNS-rebinding page sends its own name; an IP address cannot be rebound. */
export function isOwnHost(host: string | undefined, publicUrl: URL): boolean {
  if (host === undefined) return true;
  const name = nameOf(host);
  return name === nameOf(publicUrl.host) || name === "localhost" || isIP(name) !== 0;
}
