import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A mail server that takes everything and only counts: how often each address got something. */
export interface MailSink {
  readonly url: string;
  readonly taken: ReadonlyMap<string, number>;
  total(): number;
  close(): Promise<void>;
}

const RECIPIENT = /^RCPT TO:<([^>]+)>/i;

export async function startMailSink(): Promise<MailSink> {
  const taken = new Map<string, number>();
  let total = 0;
  const count = (address: string): void => {
    taken.set(address, (taken.get(address) ?? 0) + 1);
    total += 1;
  };
  // A server that is killed breaks its connections; what it had not finished is no mail.
  const server = createServer((socket) => void talk(socket, count).catch(() => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    total: () => total,
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}

/** What is said to a command; null: the mail itself follows. */
function answerTo(line: string): string | null {
  const verb = line.slice(0, 4).toUpperCase();
  if (verb === "DATA") return null;
  return verb === "QUIT" ? "221 bye" : "250 ok";
}

/** One conversation. A mail counts once its last line is there, before the answer leaves: a lost answer is no lost mail. */
async function talk(socket: Socket, count: (address: string) => void): Promise<void> {
  socket.on("error", () => socket.destroy());
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  let recipients: string[] = [];
  let isBody = false;
  const takeBody = (line: string): void => {
    if (line !== ".") return;
    isBody = false;
    for (const address of recipients) count(address);
    recipients = [];
    say("250 taken");
  };
  const takeCommand = (line: string): void => {
    const recipient = RECIPIENT.exec(line)?.[1];
    if (recipient !== undefined) recipients.push(recipient);
    const answer = answerTo(line);
    isBody = answer === null;
    say(answer ?? "354 go on");
  };
  say("220 sink");
  for await (const line of createInterface(socket)) {
    if (isBody) takeBody(line);
    else takeCommand(line);
  }
  socket.end();
}
