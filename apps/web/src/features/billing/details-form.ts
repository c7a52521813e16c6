import { type BuyerDetails, type DetailsFault, detailsFault, tidyDetails } from "@vriddhi/core/billing/buyer-details";
import type { StateCode } from "@vriddhi/core/billing/indian-state";
import type { Reply } from "../../lib/api.ts";
import type { FieldErrors } from "../../lib/form-store.ts";
import { detailsFaultTexts } from "./details.texts.ts";

export type Details = NonNullable<Reply<"GET", "/billing/details">["details"]>;

export interface DetailsValues {
  readonly name: string;
  readonly address: string;
  readonly state: StateCode | "";
  readonly gstin: string;
}

export const valuesOf = (details: Details | null, accountName: string): DetailsValues => ({
  name: details?.name ?? accountName,
  address: details?.address ?? "",
  state: details?.state ?? "",
  gstin: details?.gstin ?? "",
});

const fieldOf: Readonly<Record<DetailsFault, keyof DetailsValues>> = {
  name_missing: "name",
  address_missing: "address",
  address_too_long: "address",
  gstin_wrong: "gstin",
  gstin_elsewhere: "gstin",
};

export const toDetails = ({ name, address, state, gstin }: DetailsValues & { state: StateCode }): BuyerDetails =>
  tidyDetails({ name, address, state, gstin });

const faultAt = (field: keyof DetailsValues, message: string): FieldErrors<DetailsValues> => ({
  [field]: { message },
});

/** The same rules as the server's, so that the server never refuses what passed here. */
export function faultsOf(values: DetailsValues): FieldErrors<DetailsValues> {
  const { state } = values;
  const assumed = toDetails({ ...values, state: state === "" ? "29" : state });
  const fault = detailsFault(state === "" ? { ...assumed, gstin: null } : assumed);
  if (fault !== null) return faultAt(fieldOf[fault], detailsFaultTexts[fault]);
  return state === "" ? faultAt("state", detailsFaultTexts.state_missing) : {};
}
