import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { type Mailbox, startMailbox } from "@vriddhi/sandbox/mailbox/start-mailbox";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { systemClock } from "../clock/system-clock.ts";
import { Secret } from "../config/secret.ts";
import { openSecretBox, type SecretBox } from "../crypto/secret-box.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { createWorkWatch, type WorkWatch } from "../events/work-watch.ts";
import { createLogger } from "../log/logger.ts";
import { type JobQueue, startQueue } from "../queue/queue.ts";
import { createMailTransport, createPostMail, type MailTransport, type PostMail, workMail } from "./mail.ts";

let scratch: TestDatabase;
let owner: Database;
let database: Database;
let queue: JobQueue;
let workWatch: WorkWatch;
let box: SecretBox;
let faults: Faults;
let mailbox: Mailbox;
let transport: MailTransport;
let post: PostMail;
const log: string[] = [];

beforeAll(async () => {
  scratch = await createTestDatabase();
  owner = openDatabase(scratch.url, { max: 1, onError: () => {} });
  database = openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
  faults = createFaults();
  mailbox = await startMailbox({ clock: createVirtualClock(), faults });
  box = await openSecretBox(database, new Secret("11".repeat(32)));
  const logger = createLogger("debug", (line) => void log.push(line));
  workWatch = createWorkWatch({ database, humanClock: systemClock, marketClock: systemClock, log: logger });
  queue = await startQueue(scratch.url, { workWatch, log: logger });
  transport = createMailTransport(mailbox.url);
  post = createPostMail(queue, box, new URL("https://own.invalid"));
  await workMail(queue, box, transport, async (attachment) => {
    const id = attachment.kind === "invoice" ? attachment.orderId : attachment.refundId;
    return id === "gone" ? null : { name: `${id}.pdf`, bytes: Buffer.from(`%PDF of ${id}`) };
  });
});
afterEach(() => {
  faults.clear();
  mailbox.clear();
});
afterAll(async () => {
  await queue.stop();
  await workWatch.stop();
  transport.close();
  await mailbox.stop();
  await database.close();
  await owner.close();
  await scratch.drop();
});

const mailTo = (address: string, subject = "482913 is your code") => ({
  to: { name: 'Asha "O\'Brien" <x@y.z>', address },
  subject,
  text: "Your code is\n\n482913\n",
  html: "<p>482913</p>",
});
const jobs = async () =>
  (
    await owner.pool.query<{ state: string; data: string }>(
      "SELECT state, data::text FROM pgboss.job WHERE name = 'mail'",
    )
  ).rows;
const arrives = (address: string, count = 1) =>
  expect
    .poll(async () => {
      await owner.pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
      return mailbox.list(address).length;
    })
    .toBe(count);

describe("a posted mail", () => {
  it("arrives once with its subject, text and HTML", async () => {
    await database.transaction((tx) => post(tx, mailTo("one@example.com")));
    await arrives("one@example.com");
    expect(mailbox.list("one@example.com")).toEqual([
      expect.objectContaining({
        subject: "482913 is your code",
        text: "Your code is\n\n482913",
        html: "<p>482913</p>",
      }),
    ]);
  });

  it("carries an attachment generated at send time, and is sent without one that no longer exists", async () => {
    for (const orderId of ["INV-1", "gone"]) {
      const attachment = { kind: "invoice", orderId } as const;
      await database.transaction((tx) => post(tx, { ...mailTo(`${orderId}@example.com`), attachment }));
    }
    const attachment = { kind: "credit_note", refundId: "CRN-1" } as const;
    await database.transaction((tx) => post(tx, { ...mailTo("CRN-1@example.com"), attachment }));
    await arrives("INV-1@example.com");
    await arrives("CRN-1@example.com");
    await arrives("gone@example.com");
    const [carrying, bare] = [mailbox.list("INV-1@example.com")[0], mailbox.list("gone@example.com")[0]];
    expect(carrying?.attachments).toEqual([{ name: "INV-1.pdf", type: "application/pdf", bytes: 13 }]);
    expect(bare?.attachments).toEqual([]);
    expect(mailbox.list("CRN-1@example.com")[0]?.attachments).toMatchObject([{ name: "CRN-1.pdf" }]);
  });

  it("is not sent when the transaction around it fails", async () => {
    const before = (await jobs()).length;
    const failing = database.transaction(async (tx) => {
      await post(tx, mailTo("never@example.com"));
      throw new Error("no sign-up after all");
    });
    await expect(failing).rejects.toThrow("no sign-up after all");
    expect(await jobs()).toHaveLength(before);
    await database.transaction((tx) => post(tx, mailTo("after@example.com")));
    await arrives("after@example.com");
    expect(mailbox.list("never@example.com")).toEqual([]);
  });

  it("is sealed in the queue: neither code nor address is readable there", async () => {
    faults.set("mail", "http500", 10);
    await database.transaction((tx) => post(tx, mailTo("sealed@example.com")));
    const { rows } = await owner.pool.query<{ dump: string }>(
      "SELECT j::text AS dump FROM pgboss.job j WHERE name = 'mail'",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { dump } of rows) {
      expect(dump).not.toMatch(/482913|sealed@example\.com|Asha/);
      expect(dump).not.toContain(Buffer.from("sealed@example.com").toString("base64").slice(0, 20));
    }
    // A retry during another test would hit the fault meant for that test's mail.
    faults.clear();
    await arrives("sealed@example.com");
  });

  it.each(["http500", "drop-before-accept", "throttle"] as const)(
    "is retried after a fault of the mail server: %s",
    async (kind) => {
      const address = `${kind}@example.com`;
      faults.set("mail", kind);
      await database.transaction((tx) => post(tx, mailTo(address)));
      await arrives(address);
    },
  );

  it("is never lost by a fault: an unconfirmed mail is sent twice", async () => {
    faults.set("mail", "drop-after-accept");
    await database.transaction((tx) => post(tx, mailTo("twice@example.com")));
    await arrives("twice@example.com", 2);
  });

  it("does not wait for another: a batch of mails is sent concurrently", async () => {
    const addresses = Array.from({ length: 40 }, (_, n) => `batch-${n}@example.com`);
    await Promise.all(addresses.map((address) => database.transaction((tx) => post(tx, mailTo(address)))));
    await expect.poll(() => mailbox.list().length).toBe(addresses.length);
  });

  it("cannot get a header through a name or a subject", async () => {
    const address = "header@example.com";
    const mail = mailTo(address, "Hello\r\nBcc: everybody@example.com");
    await database.transaction((tx) => post(tx, { ...mail, to: { ...mail.to, name: "A\r\nBcc: all@example.com" } }));
    await arrives(address);
    expect(mailbox.list("everybody@example.com")).toEqual([]);
    expect(mailbox.list("all@example.com")).toEqual([]);
  });
});

it("a failed mail puts no code and no address into the log", () => {
  expect(log.join("")).not.toMatch(/482913|example\.com/);
});
