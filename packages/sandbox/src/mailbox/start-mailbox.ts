import type { AddressInfo, Socket } from "node:net";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { PartLogs } from "../event-log/part-log.ts";
import type { FaultKind, Faults } from "../faults/faults.ts";
import { type CaughtMail, createMailInbox, isBouncing, toMails } from "./mail.ts";

export interface Mailbox {
  readonly url: string;
  list(to?: string): readonly CaughtMail[];
  clear(): void;
  stop(): Promise<void>;
}

const MESSAGE_BYTES_MAX = 5_000_000;

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** Faults with an SMTP reply; the others are silence. */
const refusals: Partial<Record<FaultKind, () => Error>> = {
  http500: () => smtpError(451, "Requested action aborted: local error in processing"),
  reject: () => smtpError(550, "Message rejected"),
  throttle: () => smtpError(421, "Too many messages, closing the connection"),
};

/** A real SMTP server that delivers nothing. A fault hits one message (at MAIL FROM), also on pooled connections. */
export async function startMailbox(deps: {
  readonly clock: HumanClock;
  readonly faults: Faults;
  readonly port?: number;
  readonly memories?: PartLogs;
}): Promise<Mailbox> {
  const inbox = createMailInbox(deps.memories?.memory("mail"));
  const sockets = new Map<number | undefined, Socket>();
  const pendingDrops = new Map<string, FaultKind>();

  const hangUp = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy();

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const drop = pendingDrops.get(session.id);
    pendingDrops.delete(session.id);
    const message = await simpleParser(stream);
    if (drop === "drop-before-accept") return void hangUp(session);
    if (stream.sizeExceeded) throw smtpError(552, "Message exceeds the maximum size");
    const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
    for (const mail of toMails(message, recipients, deps.clock.now())) inbox.add(mail);
    if (drop === "drop-after-accept") hangUp(session);
  }

  const server = new SMTPServer({
    name: "mailbox.localhost",
    size: MESSAGE_BYTES_MAX,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "anyone" }),
    onMailFrom(_address, session, done) {
      const kind = deps.faults.take("mail");
      if (kind === "timeout") return;
      pendingDrops.delete(session.id);
      if (kind === "drop-before-accept" || kind === "drop-after-accept") pendingDrops.set(session.id, kind);
      done(kind === null ? null : (refusals[kind]?.() ?? null));
    },
    onRcptTo: ({ address }, _session, done) => done(isBouncing(address) ? smtpError(550, "No such user here") : null),
    onData(stream, session, done) {
      // after a dropped connection smtp-server has no client to answer, so `done` is harmless
      receive(stream, session).then(() => done(), done);
    },
    onClose: (session) => pendingDrops.delete(session.id),
  });
  // clients may disconnect at any time: not fatal
  server.on("error", () => {});
  server.server.on("connection", (socket) => {
    const port = socket.remotePort;
    sockets.set(port, socket);
    socket.once("close", () => sockets.delete(port));
  });

  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(deps.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    list: inbox.list,
    clear: inbox.clear,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}
