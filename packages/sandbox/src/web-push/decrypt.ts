import { createDecipheriv, type ECDH, hkdfSync } from "node:crypto";

const SALT_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 5;
const TAG_BYTES = 16;
const LAST_RECORD = 2;

const expand = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length));

/** RFC 8188 and RFC 8291, browser side; `null` if this device cannot decrypt it. */
export function decryptPush(body: Buffer, device: { readonly keys: ECDH; readonly auth: Buffer }): string | null {
  if (body.length < HEADER_BYTES) return null;
  const salt = body.subarray(0, SALT_BYTES);
  const idLength = body.readUInt8(SALT_BYTES + 4);
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + idLength);
  const record = body.subarray(HEADER_BYTES + idLength);
  try {
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), device.keys.getPublicKey(), senderKey]);
    const secret = expand(device.keys.computeSecret(senderKey), device.auth, info, 32);
    const key = expand(secret, salt, "Content-Encoding: aes128gcm\0", 16);
    const nonce = expand(secret, salt, "Content-Encoding: nonce\0", 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(record.subarray(record.length - TAG_BYTES));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
    const end = padded.lastIndexOf(LAST_RECORD);
    return end < 0 ? null : padded.subarray(0, end).toString("utf8");
  } catch {
    return null;
  }
}
