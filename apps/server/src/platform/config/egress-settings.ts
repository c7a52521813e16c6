import { z } from "zod";

const toPairs = (text: string): string[][] => text.split(",").map((pair) => pair.split("=").map((side) => side.trim()));
const isPair = ([local, address, ...rest]: string[]): boolean =>
  local !== "" && rest.length === 0 && z.ipv4().safeParse(address).success;

/** `10.0.0.5=203.0.113.7, *=203.0.113.8` */
export const publicAddresses = z
  .string()
  .refine((text) => toPairs(text).every(isPair), "must be a list of local=public, the public one an IPv4 address")
  .transform((text) => toPairs(text).map(([local = "", address = ""]): [string, string] => [local, address]));

/** Simulated brokers run on this machine; only the operator knows the public address towards a live broker. */
export const ownAddressOf = (mode: "sandbox" | "live"): [string, string][] =>
  mode === "sandbox" ? [["*", "127.0.0.1"]] : [];

const PRIVATE = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

/** In live mode users must not be asked to register an address that their broker never sees. */
export function egressFaults({
  EGRESS_ADDRESSES: own = "",
  EGRESS_PUBLIC_ADDRESSES: seen = "",
}: Readonly<Record<string, string | undefined>>): string[] {
  const named = new Set(toPairs(seen).map(([local]) => local));
  return own
    .split(",")
    .map((address) => address.trim())
    .filter((address) => PRIVATE.test(address) && !named.has(address))
    .map((address) => `EGRESS_PUBLIC_ADDRESSES: ${address} is a private address; say what the world sees in its place`);
}
