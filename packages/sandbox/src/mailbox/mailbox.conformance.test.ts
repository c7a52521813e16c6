import { createVirtualClock, VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFaults, type Faults } from "../faults/faults.ts";
import { type Mailbox, startMailbox } from "./start-mailbox.ts";

let faults: Faults;
let mailbox: Mailbox;
let transports: Transporter[];

beforeEach(async () => {
  faults = createFaults();
  mailbox = await startMailbox({ clock: createVirtualClock(), faults });
  transports = [];
});

afterEach(async () => {
  for (const transport of transports) transport.close();
  await mailbox.stop();
});

interface Settings {
  readonly pool?: boolean;
  readonly auth?: { user: string; pass: string };
  readonly socketTimeout?: number;
}

function connect(options: Settings = {}): Transporter {
  const { hostname, port } = new URL(mailbox.url);
  const transport = createTransport({
    host: hostname,
    port: Number(port),
    secure: false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
    maxConnections: 1,
    ...options,
  });
  transports.push(transport);
  return transport;
}

const hello: SendMailOptions = {
  from: { name: "Vriddhi", address: "no-reply@vriddhi.example" },
  to: "asha@example.com",
  subject: "Your code – ₹",
  text: "Your code is 123456",
  html: "<p>Your code is <b>123456</b></p>",
};

const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => expect.unreachable("the mail was accepted"),
    (error: { code?: string; responseCode?: number }) => ({ code: error.code, responseCode: error.responseCode }),
  );

describe("the mailbox and nodemailer", () => {
  it("catches a message with subject, text and HTML, on the human clock", async () => {
    await connect().sendMail(hello);

    expect(mailbox.list()).toEqual([
      {
        id: expect.any(String),
        to: "asha@example.com",
        subject: "Your code – ₹",
        text: "Your code is 123456",
        html: "<p>Your code is <b>123456</b></p>",
        attachments: [],
        at: new Date(VIRTUAL_START).toISOString(),
      },
    ]);
  });

  it("leaves the HTML empty when there is none", async () => {
    await connect().sendMail({ from: "a@example.com", to: "asha@example.com", subject: "plain", text: "plain" });

    expect(mailbox.list()[0]).toMatchObject({ text: "plain", html: "" });
  });

  it("stores an entry for each recipient, hidden ones too, and finds it by address in any case", async () => {
    await connect().sendMail({ ...hello, to: ["Asha@Example.com", "ravi@example.com"], bcc: "hidden@example.com" });

    expect(mailbox.list()).toHaveLength(3);
    expect(mailbox.list("ASHA@example.COM")).toHaveLength(1);
    expect(mailbox.list("hidden@example.com")).toHaveLength(1);
    expect(mailbox.list("sha@example.com")).toEqual([]);
  });

  it("lists the newest message first and deletes messages on request", async () => {
    const transport = connect({ pool: true });
    for (const subject of ["first", "second", "third"]) await transport.sendMail({ ...hello, subject });

    expect(mailbox.list().map((mail) => mail.subject)).toEqual(["third", "second", "first"]);
    mailbox.clear();
    expect(mailbox.list()).toEqual([]);
  });

  it("takes any credentials", async () => {
    await connect({ auth: { user: "someone", pass: "anything" } }).sendMail(hello);

    expect(mailbox.list()).toHaveLength(1);
  });

  it("refuses bounce@ and still delivers to the others", async () => {
    const alone = connect().sendMail({ ...hello, to: "Bounce@example.com" });
    expect(await failureOf(alone)).toEqual({ code: "EENVELOPE", responseCode: 550 });

    const sent = await connect().sendMail({ ...hello, to: ["bounce@example.com", "asha@example.com"] });
    expect(sent.rejected).toEqual(["bounce@example.com"]);
    expect(mailbox.list().map((mail) => mail.to)).toEqual(["asha@example.com"]);
  });

  it("refuses a message beyond its size", async () => {
    const text = "0123456789".repeat(600_000);
    expect(await failureOf(connect().sendMail({ ...hello, text }))).toMatchObject({ responseCode: 552 });
    expect(mailbox.list()).toEqual([]);
  });

  it("does not open a port that is taken", async () => {
    const port = Number(new URL(mailbox.url).port);
    await expect(startMailbox({ clock: createVirtualClock(), faults, port })).rejects.toThrow("EADDRINUSE");
  });
});

describe("the mailbox with a fault", () => {
  it.each([
    ["http500", 451],
    ["reject", 550],
    ["throttle", 421],
  ] as const)("%s answers %d once and stores nothing", async (kind, responseCode) => {
    faults.set("mail", kind);

    expect(await failureOf(connect().sendMail(hello))).toMatchObject({ responseCode });
    expect(mailbox.list()).toEqual([]);
    await connect().sendMail(hello);
    expect(mailbox.list()).toHaveLength(1);
  });

  it("timeout accepts the connection and never answers", async () => {
    faults.set("mail", "timeout");

    const sending = connect({ socketTimeout: 200 }).sendMail(hello);
    expect(await failureOf(sending)).toEqual({ code: "ETIMEDOUT", responseCode: undefined });
    expect(mailbox.list()).toEqual([]);
  });

  it("drop-before-accept closes before the message is stored", async () => {
    faults.set("mail", "drop-before-accept");

    expect((await failureOf(connect().sendMail(hello))).responseCode).toBeUndefined();
    expect(mailbox.list()).toEqual([]);
  });

  it("drop-after-accept stores the message and closes without an answer", async () => {
    faults.set("mail", "drop-after-accept");

    expect((await failureOf(connect().sendMail(hello))).responseCode).toBeUndefined();
    expect(mailbox.list()).toHaveLength(1);
  });

  it("applies to a client with an open connection, as often as the fault was set", async () => {
    const transport = connect({ pool: true });
    await transport.sendMail(hello);
    faults.set("mail", "http500", 2);

    expect(await failureOf(transport.sendMail(hello))).toMatchObject({ responseCode: 451 });
    expect(await failureOf(transport.sendMail(hello))).toMatchObject({ responseCode: 451 });
    await transport.sendMail(hello);
    expect(mailbox.list()).toHaveLength(2);
  });

  it("stops at once while a client waits for an answer", async () => {
    faults.set("mail", "timeout");
    const sending = failureOf(connect().sendMail(hello));
    await new Promise((resolve) => setTimeout(resolve, 50));

    await mailbox.stop();
    expect((await sending).responseCode).toBeUndefined();
    mailbox = await startMailbox({ clock: createVirtualClock(), faults });
  });
});
