import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { BrokerClient, Clients } from "../broker/client.ts";
import { isTotp } from "../broker/totp.ts";
import { type Angel, type Handler, headerOf, type OpenHandler, tokenOf } from "./call.ts";
import { malformed, type Refusal } from "./errors.ts";
import { readText } from "./fields.ts";
import { isWithinLimits } from "./limits.ts";
import { failure, gatewayFailure, rateExceeded, refused, success, tokenMissing } from "./reply.ts";
import type { Session } from "./sessions.ts";

export interface Credentials {
  readonly clientCode: string;
  readonly pin: string;
  readonly totp: string;
}

export function checkCredentials(
  clients: Clients,
  { clientCode, pin, totp }: Credentials,
  human: EpochMs,
): Result<BrokerClient, Refusal> {
  const client = clients.find(clientCode);
  if (client === null || client.pin !== pin) return err({ code: "AB1007" });
  return isTotp(client.totpSecret, totp, human) ? ok(client) : err({ code: "AB1050" });
}

const tokensOf = ({ jwt, refreshToken, feedToken }: Session) => ({ jwtToken: jwt, refreshToken, feedToken });

/** True for any application's key: at Angel One a client may log in through another application. */
const isKnownKey = ({ clients }: Angel, key: string | null): key is string =>
  key !== null && clients.findByKey(key) !== null;

export const loginByPassword: OpenHandler = (angel, { request, at, fields }) => {
  const apiKey = headerOf(request, "x-privatekey");
  if (!isKnownKey(angel, apiKey)) return gatewayFailure("AG8004");
  const [clientCode, pin, totp] = ["clientcode", "password", "totp"].map((name) => readText(fields, name));
  if (!clientCode) return refused(malformed("clientcode"));
  if (!isWithinLimits(angel.windows, ["login"], clientCode, at.human)) return rateExceeded();
  const checked = checkCredentials(angel.clients, { clientCode, pin: pin ?? "", totp: totp ?? "" }, at.human);
  if (!checked.ok) return refused(checked.error);
  const state = readText(fields, "state");
  const session = angel.sessions.open(clientCode, apiKey, at.market);
  return success({ ...tokensOf(session), ...(state === null ? {} : { state }) });
};

export const generateTokens: OpenHandler = (angel, { request, at, fields }) => {
  const { sessions, windows } = angel;
  if (!isKnownKey(angel, headerOf(request, "x-privatekey"))) return gatewayFailure("AG8004");
  const jwt = tokenOf(request);
  if (jwt === null) return tokenMissing();
  const client = sessions.clientOf(jwt);
  if (client !== null && !isWithinLimits(windows, ["generateTokens"], client, at.human)) return rateExceeded();
  const refreshToken = readText(fields, "refreshToken");
  if (refreshToken === null) return refused(malformed("refreshToken"));
  const renewed = sessions.renew(refreshToken, at.market);
  return renewed.ok ? success(tokensOf(renewed.value)) : failure(renewed.error);
};

/** Ends all sessions of the client, in every application. */
export const logout: Handler = ({ sessions }, { session, fields }) => {
  if (readText(fields, "clientcode") !== session.client) return refused(malformed("clientcode"));
  sessions.end(session.client);
  return success("");
};
