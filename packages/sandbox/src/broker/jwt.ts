import { createHmac } from "node:crypto";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A signed token as brokers issue it: clients read it, only the simulator verifies the signature. */
export function makeJwt(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const head = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
}
