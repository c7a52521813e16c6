import { createHmac, randomUUID } from "node:crypto";
import tls from "node:tls";
import { request } from "undici";
import type { ObjectStore } from "../../features/blog-image/object-store.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Secret } from "../../platform/config/secret.ts";
import { checkMailServer } from "../../platform/mail/mail.ts";
import { advice, type Check, type Finding, must, ok, reasonOf, skipped } from "./finding.ts";

const WITHIN_MS = 10_000;
const CLOCK_MAX_MS = 3_000;
const CERTIFICATE_DAYS_MIN = 14;
const DAY_MS = 86_400_000;

interface Answer {
  readonly status: number;
  readonly date: string | null;
}

async function ask(
  method: "GET" | "POST",
  url: URL,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<Answer> {
  const reply = await request(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    headersTimeout: WITHIN_MS,
    bodyTimeout: WITHIN_MS,
  });
  await reply.body.dump();
  const { date } = reply.headers;
  return { status: reply.statusCode, date: typeof date === "string" ? date : null };
}

export const checkMail =
  (smtpUrl: Secret | null): Check =>
  async () => {
    if (smtpUrl === null) return [skipped("mail", "the sandbox has a mailbox of its own")];
    const { host } = new URL(smtpUrl.reveal());
    return checkMailServer(smtpUrl.reveal()).then(
      () => [ok("mail", `${host} accepts the login`)],
      (cause: unknown) => [
        must(
          "mail",
          `${host} refuses: ${reasonOf(cause)}`,
          "check SMTP_URL, the firewall for that port, and the password",
        ),
      ],
    );
  };

/** Writes, reads and deletes one file of its own. */
export const checkObjects =
  (store: ObjectStore): Check =>
  async () => {
    const name = `doctor-${randomUUID()}.png`;
    const check = "object store";
    try {
      if (!(await store.exists()))
        return [
          advice(check, `${store.kind}: the bucket does not exist`, "create it in the back office, or at the store"),
        ];
      await store.put(name, Buffer.from(name), "image/png");
      const read = await store.get(name);
      await store.remove([name]);
      if (read === null || Buffer.from(read).toString() !== name)
        return [must(check, `${store.kind}: returns something else than was written`, "use another store")];
      return [ok(check, `${store.kind}: written, read and deleted`)];
    } catch (cause) {
      return [
        must(check, `${store.kind}: ${reasonOf(cause)}`, "check BLOG_IMAGES and the S3_… or SUPABASE_… settings"),
      ];
    }
  };

/** Reads one payment: shows whether the key is accepted, and what time it is outside. */
export const checkPayments =
  (payment: Config["payment"], now: () => number = Date.now): Check =>
  async () => {
    if (payment === null) return [skipped("payments", "the sandbox has a Razorpay of its own")];
    const { url, keyId, keySecret } = payment;
    const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret.reveal()}`).toString("base64")}`;
    const { status, date } = await ask("GET", new URL("/v1/payments?count=1", url), { authorization });
    const key =
      status === 200
        ? ok("payments", "the provider accepts the key")
        : must("payments", `the provider answers ${status}`, "check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET");
    return [key, ...clockFinding(date, now())];
  };

function clockFinding(date: string | null, now: number): readonly Finding[] {
  const apart = Math.abs(now - Date.parse(date ?? ""));
  if (Number.isNaN(apart)) return [];
  const found = `this machine and the payment provider differ by ${Math.round(apart / 1_000)} s`;
  return [
    apart <= CLOCK_MAX_MS
      ? ok("clock", found)
      : must("clock", found, "synchronise the clock (chrony, systemd-timesyncd)"),
  ];
}

/** An event that means nothing, signed with our secret: the running service must accept it, and refuse it unsigned. */
export const checkWebhook =
  ({ payment, publicUrl }: Pick<Config, "payment" | "publicUrl">): Check =>
  async () => {
    const [secret] = payment?.webhookSecrets ?? [];
    if (secret === undefined) return [skipped("webhook", "the sandbox sends its own")];
    const url = new URL("/payment/webhook", publicUrl);
    const body = JSON.stringify({ event: "vriddhi.doctor", payload: {} });
    const post = (signature: string) =>
      ask(
        "POST",
        url,
        {
          "content-type": "application/json",
          "x-razorpay-event-id": "vriddhi-doctor",
          "x-razorpay-signature": signature,
        },
        body,
      );
    const signed = await post(createHmac("sha256", secret.reveal()).update(body).digest("hex"));
    const forged = await post("0".repeat(64));
    if (signed.status !== 200)
      return [
        must(
          "webhook",
          `${url.href} answers ${signed.status} to a signed event`,
          "let the proxy pass it on, and give all processes the same RAZORPAY_WEBHOOK_SECRET",
        ),
      ];
    if (forged.status === 200)
      return [must("webhook", `${url.href} accepts a forged event`, "something else than the service answers there")];
    return [ok("webhook", `${url.href} accepts signed events only; it must be registered at the provider`)];
  };

/** Through the proxy, as a browser does. */
export const checkBaseUrl =
  ({ publicUrl }: Pick<Config, "publicUrl">): Check =>
  async () => {
    const answered = await ask("GET", new URL("/healthz", publicUrl)).catch((cause: unknown) => reasonOf(cause));
    const remedy = "check DNS, the proxy and its certificate, and that the API runs";
    if (typeof answered === "string") return [must("base address", `${publicUrl.href}: ${answered}`, remedy)];
    if (answered.status !== 200) return [must("base address", `${publicUrl.href} answers ${answered.status}`, remedy)];
    const fine = ok("base address", `${publicUrl.href} answers`);
    return publicUrl.protocol === "https:" ? [fine, await certificateOf(publicUrl)] : [fine];
  };

async function certificateOf({ hostname, port }: URL): Promise<Finding> {
  const socket = tls.connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: WITHIN_MS });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("secureConnect", () => resolve()).once("error", reject);
      socket.once("timeout", () => reject(new Error("no answer")));
    });
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
    const found = `the certificate is valid for ${days} days`;
    return days >= CERTIFICATE_DAYS_MIN
      ? ok("tls", found)
      : must("tls", found, "renew it; check why it was not renewed by itself");
  } finally {
    socket.destroy();
  }
}
