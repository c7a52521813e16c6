import { lazy } from "react";
import { api } from "../../../lib/api.ts";
import { read } from "../../../lib/query.tsx";
import { useLinkStatus } from "../link/use-link-status.ts";
import type { ConnectionScript, SaveOutcome } from "../wizard/connection-script.ts";
import { saveZerodha } from "./save-zerodha.ts";
import {
  zerodhaFailures,
  zerodhaFields,
  zerodhaLoginTexts,
  zerodhaScriptTexts,
  zerodhaSuccesses,
  zerodhaTexts,
} from "./zerodha.texts.ts";
import { keysOf, settingsOf, type ZerodhaField, type ZerodhaStatus } from "./zerodha-values.ts";

/** Loaded for connected users only. */
const ZerodhaConnected = lazy(async () => ({ default: (await import("./zerodha-connected.tsx")).ZerodhaConnected }));

const useZerodhaLink = () =>
  useLinkStatus<ZerodhaStatus>(read("/zerodha/status"), ({ connected, session_until: until }) => ({
    isConnected: connected,
    until,
  }));

export const zerodhaScript: ConnectionScript<ZerodhaStatus, ZerodhaField> = {
  broker: "zerodha",
  words: zerodhaScriptTexts,
  fields: zerodhaFields,
  blank: { api_key: "", api_secret: "", user_name: "" },
  client: "user_name",
  useLink: useZerodhaLink,
  factsOf: (status) => ({
    isConnected: status.connected,
    stored: status.credentials && keysOf(status.credentials),
    redirectUrl: status.redirect_url,
    lastError: status.last_error,
    pending: status.pending,
  }),
  // The settings are sent unchanged: with changed ones the server would save them without a login.
  connect: (keys, status): Promise<SaveOutcome> => saveZerodha({ ...keys, ...settingsOf(status) }),
  isDetailFirst: true,
  auto: null,
  page: {
    words: zerodhaLoginTexts,
    failed: zerodhaFailures.complete,
    isDetailFirst: true,
    notValid: zerodhaFailures.complete,
    complete: (requestToken) => api("POST", "/zerodha/login", { body: { request_token: requestToken } }),
    async confirm({ isCertain, isConnected, readAgain }) {
      if (!isCertain && !(await isConnected())) return "waiting";
      await readAgain();
      return "connected";
    },
  },
  fetch: {
    label: zerodhaTexts.fetch,
    done: zerodhaSuccesses.fetched,
    failed: zerodhaFailures.fetch,
    run: async () => keysOf(await api("GET", "/zerodha/credentials")),
  },
  leave: {
    disconnect: () => api("POST", "/zerodha/disconnect"),
    remove: () => api("DELETE", "/zerodha/credentials"),
    words: {
      disconnected: zerodhaSuccesses.disconnected,
      disconnectFailed: zerodhaFailures.disconnect,
      removed: zerodhaSuccesses.removed,
      removeFailed: zerodhaFailures.remove,
    },
    isFormCleared: false,
  },
  Notice: null,
  Connected: ZerodhaConnected,
};
