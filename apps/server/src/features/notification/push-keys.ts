import type { Place } from "../../platform/crypto/secret-box.ts";

export const keysPlace = ({ id, userId }: { readonly id: string; readonly userId: string }): Place => ({
  table: "push_devices",
  column: "sealed_keys",
  row: id,
  user: userId,
});
