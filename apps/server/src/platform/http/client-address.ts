import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";

const MAPPED_V4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

const plain = (ip: string): string => (ip.startsWith("::") ? (MAPPED_V4.exec(ip)?.[1] ?? ip) : ip);

export const isLoopback = (ip: string): boolean => plain(ip).startsWith("127.") || ip === "::1";

/** The rate-limit subject: an IPv4 address, or the /64 of one IPv6 household. */
export function limitSubject(ip: string): string {
  const address = plain(ip);
  // Cheap check first, because it runs on every request.
  if (!address.includes(":") || !isIPv6(address)) return address;
  const [head = "", tail = ""] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::") ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0") : [];
  const groups = [...before, ...zeros, ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** An account as a rate-limit subject. Not its id: the budget's row may outlast the account. */
export const accountSubject = (userId: string): string =>
  `account ${createHash("sha256").update(userId).digest("base64url")}`;
