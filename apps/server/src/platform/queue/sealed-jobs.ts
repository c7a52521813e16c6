import type { z } from "zod";
import type { SecretBox } from "../crypto/secret-box.ts";
import type { Tx } from "../db/database.ts";
import type { JobQueue, QueueName } from "./queue.ts";

export interface SealedJobs<Job> {
  send(tx: Tx, job: Job): Promise<void>;
  work(handler: (job: Job) => Promise<void>): Promise<void>;
}

export interface SealedJobsDeps {
  readonly send: JobQueue["send"];
  readonly work: JobQueue["work"];
  readonly box: SecretBox;
}

export function createSealedJobs<Shape extends z.ZodType>(
  name: QueueName,
  shape: Shape,
  { send, work, box }: SealedJobsDeps,
): SealedJobs<z.output<Shape>> {
  const place = { table: "job", column: name, row: "", user: "" };
  return {
    send: (tx, job) => send(tx, name, { sealed: box.seal(JSON.stringify(job), place) }),
    work: (handler) =>
      work(name, async (payload) => {
        const { sealed } = payload as { readonly sealed: string };
        await handler(shape.parse(JSON.parse(box.open(sealed, place))));
      }),
  };
}
