import type { Messages } from "../../platform/http/handler.ts";

export const tradingPreferenceMessages: Messages<"limit_looser"> = {
  limit_looser: "While your algorithm runs the limit can only be made tighter. Change it after you stop it.",
};
