import { normaliseGstin, stateOfGstin } from "@vriddhi/core/billing/gstin";
import type { StateCode } from "@vriddhi/core/billing/indian-state";
import { brand } from "@vriddhi/core/site/brand";
import { z } from "zod";

export interface SellerSettings {
  readonly name: string;
  readonly address: readonly string[];
  readonly gstin: string;
  readonly state: StateCode;
  /** `null` leaves the line above "Authorised signatory" empty. */
  readonly signatory: string | null;
}

const SAMPLE = {
  name: brand.legalEntity,
  address: ["4th Floor, 80 Feet Road", "Koramangala, Bengaluru 560034"],
  gstin: "29AAKCV4821M1ZP",
} as const;

const SAMPLE_STATE = "29";
const ADDRESS_LINES_MAX = 4;

const given = <T extends z.ZodType>(type: T) => z.preprocess((text) => (text === "" ? undefined : text), type);
const linesOf = (text: string): readonly string[] => text.split("|").map((line) => line.trim());

export const sellerEnvironment = {
  SELLER_NAME: given(z.string().max(100).optional()),
  SELLER_ADDRESS: given(
    z
      .string()
      .max(240)
      .refine((text) => linesOf(text).length <= ADDRESS_LINES_MAX, "must have at most 4 lines, with | between them")
      .optional(),
  ),
  SELLER_GSTIN: given(
    z
      .string()
      .transform(normaliseGstin)
      .refine((text) => stateOfGstin(text) !== null, "must be a GSTIN of 15 signs whose check digit is right")
      .optional(),
  ),
  SELLER_SIGNATORY: given(z.string().max(80).optional()),
};

interface SellerEnvironment {
  readonly SELLER_NAME?: string | undefined;
  readonly SELLER_ADDRESS?: string | undefined;
  readonly SELLER_GSTIN?: string | undefined;
  readonly SELLER_SIGNATORY?: string | undefined;
}

export const toSeller = (env: SellerEnvironment): SellerSettings => ({
  name: env.SELLER_NAME ?? SAMPLE.name,
  address: env.SELLER_ADDRESS === undefined ? SAMPLE.address : linesOf(env.SELLER_ADDRESS),
  gstin: env.SELLER_GSTIN ?? SAMPLE.gstin,
  state: stateOfGstin(env.SELLER_GSTIN ?? SAMPLE.gstin) ?? SAMPLE_STATE,
  signatory: env.SELLER_SIGNATORY ?? null,
});

/** No customer may receive an invoice of a company that does not exist. */
export const sampleFaults = (env: Readonly<Record<string, string | undefined>>): string[] => {
  const samples: Readonly<Record<string, string>> = {
    SELLER_ADDRESS: SAMPLE.address.join("|"),
    SELLER_GSTIN: SAMPLE.gstin,
  };
  const isSample = (name: string) =>
    env[name] !== undefined && linesOf(env[name]).join("|").toUpperCase() === samples[name]?.toUpperCase();
  return Object.keys(samples)
    .filter(isSample)
    .map((name) => `${name}: MODE=live refuses the sandbox's sample`);
};
