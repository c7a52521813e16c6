import type { HumanClock } from "@vriddhi/core/time/clock";
import { request } from "undici";
import { BucketMissing, NotAllowed, type ObjectStore, StoreAway } from "./object-store.ts";
import { type S3Keys, signS3, toS3Time } from "./s3-signature.ts";

export interface S3Settings extends S3Keys {
  readonly endpoint: string;
  readonly bucket: string;
}

const WITHIN_MS = 20_000;
/** Names contain a timestamp and randomness, so a name never changes its picture. */
const FOREVER = "public, max-age=31536000, immutable";

interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

const wordsOf = ({ bytes }: Answer): string => Buffer.from(bytes).toString("utf8");

/** Any S3-compatible store, addressed by path: `endpoint/bucket/name`. */
export function createS3Store(settings: S3Settings, clock: HumanClock): ObjectStore {
  const bucket = `${settings.endpoint.replace(/\/$/, "")}/${settings.bucket}`;

  async function ask(
    method: "GET" | "PUT" | "DELETE" | "HEAD",
    address: string,
    body: Uint8Array = new Uint8Array(),
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const url = new URL(address);
    const signed = signS3({ method, url, headers, body }, settings, toS3Time(clock.now()));
    try {
      const reply = await request(url, {
        method,
        headers: signed,
        ...(method === "PUT" ? { body } : {}),
        headersTimeout: WITHIN_MS,
        bodyTimeout: WITHIN_MS,
      });
      return { status: reply.statusCode, bytes: new Uint8Array(await reply.body.arrayBuffer()) };
    } catch (cause) {
      throw new StoreAway("the picture store does not answer", { cause });
    }
  }

  function check(answer: Answer): void {
    if (answer.status < 300) return;
    const words = wordsOf(answer);
    if (words.includes("NoSuchBucket")) throw new BucketMissing();
    if (answer.status === 403) throw new NotAllowed("the picture store refuses these keys");
    throw new StoreAway(`the picture store answered ${answer.status}`);
  }

  return {
    kind: "s3",
    async put(name, bytes, type) {
      check(await ask("PUT", `${bucket}/${name}`, bytes, { "content-type": type, "cache-control": FOREVER }));
    },
    async get(name) {
      const answer = await ask("GET", `${bucket}/${name}`);
      if (answer.status === 404) return null;
      check(answer);
      return answer.bytes;
    },
    async remove(names) {
      for (const name of names) {
        const answer = await ask("DELETE", `${bucket}/${name}`);
        if (answer.status !== 404) check(answer);
      }
    },
    async exists() {
      const answer = await ask("HEAD", bucket);
      if (answer.status === 404) return false;
      check(answer);
      return true;
    },
    async create() {
      const answer = await ask("PUT", bucket);
      // The bucket exists and is ours.
      if (answer.status === 409 && wordsOf(answer).includes("BucketAlreadyOwnedByYou")) return;
      check(answer);
    },
  };
}
