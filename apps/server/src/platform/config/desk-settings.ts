import { DISPLAYED_SHIFT_MINUTES } from "@vriddhi/core/back-office/displayed-time";
import { PAISE_PER_RUPEE, type Paise, paise } from "@vriddhi/core/shared/money";
import { z } from "zod";

export interface FourEyesSettings {
  /** False: one admin acts alone, and the back office always shows that. */
  readonly isOn: boolean;
  readonly orderLimit: Paise;
}

const given = <T extends z.ZodType>(type: T) => z.preprocess((text) => (text === "" ? undefined : text), type);

const ORDER_RUPEES = 1_000_000;

export const deskEnvironment = {
  /** C9.7 in minutes; 0 shows true IST to a browser in India. */
  ADMIN_CLOCK_SHIFT_MINUTES: given(z.coerce.number().int().min(-720).max(720).default(DISPLAYED_SHIFT_MINUTES)),
  FOUR_EYES: given(z.enum(["on", "off"]).optional()),
  FOUR_EYES_ORDER_RUPEES: given(z.coerce.number().int().min(0).max(1_000_000_000).default(ORDER_RUPEES)),
};

type DeskEnvironment = z.infer<z.ZodObject<typeof deskEnvironment>>;

/** The sandbox has a single admin; live mode requires two unless configured otherwise. */
export const toFourEyes = (read: DeskEnvironment, mode: "sandbox" | "live"): FourEyesSettings => ({
  isOn: (read.FOUR_EYES ?? (mode === "live" ? "on" : "off")) === "on",
  orderLimit: paise(read.FOUR_EYES_ORDER_RUPEES * PAISE_PER_RUPEE),
});
