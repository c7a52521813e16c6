import type { EpochMs } from "@vriddhi/core/time/clock";
import type { BrokerClient } from "./client.ts";
import { totpAt } from "./totp.ts";

export interface LoginAnswers {
  readonly client: Pick<BrokerClient, "id" | "totpSecret" | "password" | "pin" | "mobile">;
  /** The authenticator's clock when the user types. */
  now(): EpochMs;
}

const PAGES_MAX = 8;

const ANSWERS: readonly (readonly [RegExp, (known: LoginAnswers) => string])[] = [
  [/^(user|client|fy)/i, ({ client }) => client.id],
  [/otp|twofa/i, ({ client, now }) => totpAt(client.totpSecret, now())],
  [/password/i, ({ client }) => client.password],
  [/pin/i, ({ client }) => client.pin],
  [/mobile|phone/i, ({ client }) => client.mobile],
];

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&").replaceAll("&quot;", '"') ?? null;

function fill(html: string, known: LoginAnswers): URLSearchParams {
  const form = new URLSearchParams();
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name") ?? "";
    const answer = ANSWERS.find(([asked]) => asked.test(name))?.[1];
    const isHidden = attribute(tag, "type") === "hidden";
    form.set(name, isHidden || answer === undefined ? (attribute(tag, "value") ?? "") : answer(known));
  }
  return form;
}

export async function logInByPage(startUrl: string, known: LoginAnswers): Promise<string> {
  const home = new URL(startUrl).origin;
  const cookies = new Map<string, string>();
  let next: { readonly url: string; readonly form: URLSearchParams | null } = { url: startUrl, form: null };
  for (let page = 0; page < PAGES_MAX; page++) {
    const reply = await visit(next.url, next.form, cookies);
    if (reply.location !== null) {
      const url = new URL(reply.location, next.url).href;
      if (new URL(url).origin !== home) return url;
      next = { url, form: null };
      continue;
    }
    const action = attribute(/<form\b[^>]*>/.exec(reply.html)?.[0] ?? "", "action");
    const fault = /role="alert">([^<]*)/.exec(reply.html)?.[1];
    if (action === null || fault !== undefined) throw new Error(`the page says: ${fault ?? reply.html.slice(-300)}`);
    next = { url: new URL(action, next.url).href, form: fill(reply.html, known) };
  }
  throw new Error(`the broker's login did not redirect back within ${PAGES_MAX} pages`);
}

async function visit(url: string, form: URLSearchParams | null, cookies: Map<string, string>) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await fetch(url, {
    method: form === null ? "GET" : "POST",
    redirect: "manual",
    headers: cookie === "" ? {} : { cookie },
    body: form,
  });
  for (const line of reply.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined) cookies.set(name, value ?? "");
  }
  return { html: await reply.text(), location: reply.headers.get("location") };
}
