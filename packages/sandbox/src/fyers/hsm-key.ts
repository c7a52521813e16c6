import { createHmac } from "node:crypto";

/** The data socket's key: hexadecimal like the real one, and it identifies the client. */
export interface HsmKey {
  readonly client: string;
  readonly serial: number;
  /** Seconds on the market's clock. */
  readonly expiresAt: number;
}

const SEAL_LENGTH = 32;

const seal = (text: string, secret: string): string =>
  createHmac("sha256", secret).update(text).digest("hex").slice(0, SEAL_LENGTH);

export function makeHsmKey({ client, serial, expiresAt }: HsmKey, secret: string): string {
  const text = Buffer.from(`${client}|${serial}|${expiresAt}`).toString("hex");
  return `${text}${seal(text, secret)}`;
}

export function readHsmKey(key: string, secret: string): HsmKey | null {
  const text = key.slice(0, -SEAL_LENGTH);
  if (text === "" || seal(text, secret) !== key.slice(-SEAL_LENGTH)) return null;
  const [client = "", serial, expiresAt] = Buffer.from(text, "hex").toString("utf8").split("|");
  return { client, serial: Number(serial), expiresAt: Number(expiresAt) };
}
