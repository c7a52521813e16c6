import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Presence, verification and attached key, as bits of authenticator data. */
export const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 } as const;

export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly flags?: number;
  readonly credentialId?: Buffer;
  /** Signs with another key than the registered one. */
  readonly key?: KeyObject;
}

export interface Answer {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: Record<string, unknown>;
  readonly clientExtensionResults: Record<string, unknown>;
}

interface Asked {
  readonly challenge: string;
}

/** A software passkey: one key pair, answers as a browser would post them. Written from the WebAuthn standard. */
export interface SoftwareAuthenticator {
  readonly credentialId: string;
  readonly cosePublicKey: Buffer;
  create(options: Asked, twist?: Twist): Answer;
  get(options: Asked, twist?: Twist): Answer;
}

export interface AuthenticatorOptions {
  readonly origin: string;
  readonly rpId: string;
  /** Increments with every answer; synced passkeys never count. */
  readonly isCounting?: boolean;
  readonly credentialId?: Buffer;
}

export function createSoftwareAuthenticator(options: AuthenticatorOptions): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = options.credentialId ?? randomBytes(32);
  const cosePublicKey = toCose(publicKey);
  let counter = 0;
  const nextCounter = () => {
    counter += options.isCounting === false ? 0 : 1;
    return counter;
  };

  function authenticatorData(flags: number, twist: Twist, attached: readonly Buffer[]): Buffer {
    const rpIdHash = sha256(Buffer.from(twist.rpId ?? options.rpId));
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? nextCounter());
    return Buffer.concat([rpIdHash, Buffer.from([twist.flags ?? flags]), count, ...attached]);
  }

  const clientData = (type: string, asked: Asked, twist: Twist): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? asked.challenge,
        origin: twist.origin ?? options.origin,
        crossOrigin: false,
      }),
    );

  const answer = (id: Buffer, response: Record<string, unknown>): Answer => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    response,
    clientExtensionResults: {},
  });

  return {
    credentialId: credentialId.toString("base64url"),
    cosePublicKey,
    create(asked, twist = {}) {
      const id = twist.credentialId ?? credentialId;
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const noAaguid = Buffer.alloc(16);
      const flags = FLAGS.present | FLAGS.verified | FLAGS.hasKey;
      const authData = authenticatorData(flags, twist, [noAaguid, idLength, id, cosePublicKey]);
      return answer(id, {
        clientDataJSON: clientData("webauthn.create", asked, twist).toString("base64url"),
        attestationObject: cborMap([
          [cborText("fmt"), cborText("none")],
          [cborText("attStmt"), cborMap([])],
          [cborText("authData"), cborBytes(authData)],
        ]).toString("base64url"),
        transports: ["internal"],
      });
    },
    get(asked, twist = {}) {
      const authData = authenticatorData(FLAGS.present | FLAGS.verified, twist, []);
      const client = clientData("webauthn.get", asked, twist);
      const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), twist.key ?? privateKey);
      return answer(twist.credentialId ?? credentialId, {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

const sha256 = (data: Buffer): Buffer => createHash("sha256").update(data).digest();

/** RFC 8949: three bits hold the type, the rest the length. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

/** RFC 9053: key type EC2, algorithm ES256, curve P-256, the point. */
function toCose(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInteger(-3), cborBytes(Buffer.from(y, "base64url"))],
  ]);
}
