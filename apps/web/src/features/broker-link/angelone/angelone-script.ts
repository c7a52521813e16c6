import { lazy } from "react";
import { api } from "../../../lib/api.ts";
import type { ConnectionScript } from "../wizard/connection-script.ts";
import {
  type AngelOneField,
  angelOneFailures,
  angelOneFields,
  angelOneScriptTexts,
  angelOneSuccesses,
  angelOneTexts,
} from "./angelone.texts.ts";
import { type StatusReading, useAngelOneLink } from "./angelone-link.ts";
import { ComesByItself } from "./comes-by-itself.tsx";

/** Loaded for connected users only. */
const AngelOneConnected = lazy(async () => ({ default: (await import("./angelone-connected.tsx")).AngelOneConnected }));

export const angelOneScript: ConnectionScript<StatusReading, AngelOneField> = {
  broker: "angelone",
  words: angelOneScriptTexts,
  fields: angelOneFields,
  blank: { api_key: "", username: "", password: "", totp_token: "" },
  client: "username",
  useLink: useAngelOneLink,
  factsOf: ({ reply }) => ({
    isConnected: reply.is_connected,
    stored: reply.credentials,
    redirectUrl: null,
    lastError: reply.last_error,
    pending: reply.pending,
  }),
  async connect(body) {
    await api("POST", "/angelone/connect", { body });
    return { kind: "connected", sentence: angelOneSuccesses.connected };
  },
  isDetailFirst: false,
  auto: null,
  page: null,
  fetch: {
    label: angelOneTexts.fetch,
    done: null,
    failed: angelOneFailures.fetch,
    run: () => api("GET", "/angelone/credentials"),
  },
  leave: {
    disconnect: () => api("DELETE", "/angelone/disconnect"),
    remove: () => api("DELETE", "/angelone/credentials"),
    words: {
      disconnected: angelOneSuccesses.disconnected,
      disconnectFailed: angelOneFailures.disconnect,
      removed: angelOneSuccesses.removed,
      removeFailed: angelOneFailures.remove,
    },
    isFormCleared: true,
  },
  Notice: ComesByItself,
  Connected: AngelOneConnected,
};
