import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { toTimestamp } from "../db/instant.ts";
import type { Person } from "./sign-in.ts";

export function presentUser(
  { id, name, email, role, dob, createdAt }: Person,
  running: { readonly plan: string; readonly band: Paise } | null,
) {
  return {
    id,
    name,
    email,
    role,
    plan: running?.plan ?? null,
    capital_upper_band: running && running.band / PAISE_PER_RUPEE,
    dob,
    created_at: toTimestamp(createdAt),
  };
}
