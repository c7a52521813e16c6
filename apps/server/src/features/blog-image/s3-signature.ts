import { createHash, createHmac } from "node:crypto";

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface S3Request {
  readonly method: "GET" | "PUT" | "DELETE" | "HEAD";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const SERVICE = "s3";
const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();

/** AWS signature version 4, in headers. `at` like 20261116T041500Z. */
export function signS3({ method, url, headers, body }: S3Request, keys: S3Keys, at: string): Record<string, string> {
  const day = at.slice(0, "YYYYMMDD".length);
  const scope = `${day}/${keys.region}/${SERVICE}/aws4_request`;
  const bodyHash = sha256(body);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": at,
  };
  const names = Object.keys(all)
    .map((name) => name.toLowerCase())
    .toSorted();
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${percent(name)}=${percent(value)}`)
      .toSorted()
      .join("&"),
    ...names.map((name) => `${name}:${(all[name] ?? "").trim()}`),
    "",
    names.join(";"),
    bodyHash,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
  const key = [keys.region, SERVICE, "aws4_request"].reduce(hmac, hmac(`AWS4${keys.secretAccessKey}`, day));
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
  const { host: _host, ...sent } = all;
  return { ...sent, authorization };
}

const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const toS3Time = (instantMs: number): string => new Date(instantMs).toISOString().replace(/[-:]|\.\d{3}/g, "");
