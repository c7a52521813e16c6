import { api } from "../../../lib/api.ts";
import type { SaveOutcome } from "../wizard/connection-script.ts";
import { zerodhaSuccesses } from "./zerodha.texts.ts";
import type { ZerodhaCredentials } from "./zerodha-values.ts";

/** B4.10: a returned address starts a login; without one the save is complete. */
export async function saveZerodha(body: ZerodhaCredentials): Promise<SaveOutcome> {
  const { login_url: loginUrl } = await api("POST", "/zerodha/credentials", { body });
  return loginUrl === undefined
    ? { kind: "saved", sentence: zerodhaSuccesses.saved }
    : { kind: "login", loginUrl, requestId: null, sentence: zerodhaSuccesses.savedPending };
}
