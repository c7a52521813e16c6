import type { Sending } from "../port/order-gateway.ts";
import type { HttpRequest } from "./http.ts";

export const sendingOf = ({ lane, notAfter, signal }: Sending): Pick<HttpRequest, "channel" | "notAfter" | "signal"> =>
  signal === undefined ? { channel: lane, notAfter } : { channel: lane, notAfter, signal };
