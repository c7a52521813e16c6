import { normaliseGstin, stateOfGstin } from "./gstin.ts";
import type { StateCode } from "./indian-state.ts";

export interface BuyerDetails {
  readonly name: string;
  /** One to four lines. */
  readonly address: string;
  readonly state: StateCode;
  readonly gstin: string | null;
}

export const BUYER_NAME_MAX = 100;
export const BUYER_ADDRESS_MAX = 240;
const ADDRESS_LINES_MAX = 4;

const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const lineOf = (text: string): string => text.replaceAll(UNSEEN, " ").replaceAll(/\s+/g, " ").trim();

export const tidyDetails = ({ name, address, state, gstin }: BuyerDetails): BuyerDetails => ({
  name: lineOf(name),
  address: address
    .split("\n")
    .map(lineOf)
    .filter((line) => line !== "")
    .join("\n"),
  state,
  gstin: gstin === null || gstin.trim() === "" ? null : normaliseGstin(gstin),
});

export type DetailsFault = "name_missing" | "address_missing" | "address_too_long" | "gstin_wrong" | "gstin_elsewhere";

export function detailsFault({ name, address, state, gstin }: BuyerDetails): DetailsFault | null {
  if (name === "") return "name_missing";
  if (address === "") return "address_missing";
  if (address.split("\n").length > ADDRESS_LINES_MAX) return "address_too_long";
  if (gstin === null) return null;
  const registered = stateOfGstin(gstin);
  if (registered === null) return "gstin_wrong";
  return registered === state ? null : "gstin_elsewhere";
}

/** The place of supply is the buyer's recorded state; without an address it is the seller's. */
export const placeOfSupply = (buyer: Pick<BuyerDetails, "state"> | null, seller: StateCode): StateCode =>
  buyer?.state ?? seller;
