import { PAISE_PER_RUPEE, type Paise, paise } from "@vriddhi/core/shared/money";
import { z } from "zod";

export interface FourEyesSettings {
  /** False: one admin acts alone, and the desk says so at all times. */
  readonly isOn: boolean;
  /** Orders that trade for more wait for a second admin. */
  readonly orderLimit: Paise;
}

const given = <T extends z.ZodType>(type: T) => z.preprocess((text) => (text === "" ? undefined : text), type);

const ORDER_RUPEES = 1_000_000;

export const fourEyesEnvironment = {
  FOUR_EYES: given(z.enum(["on", "off"]).optional()),
  FOUR_EYES_ORDER_RUPEES: given(z.coerce.number().int().min(0).max(1_000_000_000).default(ORDER_RUPEES)),
};

type FourEyesEnvironment = z.infer<z.ZodObject<typeof fourEyesEnvironment>>;

/** In the sandbox somebody sits alone at the desk; in live mode nobody does unless told so. */
export const toFourEyes = (read: FourEyesEnvironment, mode: "sandbox" | "live"): FourEyesSettings => ({
  isOn: (read.FOUR_EYES ?? (mode === "live" ? "on" : "off")) === "on",
  orderLimit: paise(read.FOUR_EYES_ORDER_RUPEES * PAISE_PER_RUPEE),
});
