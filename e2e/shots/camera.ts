import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import type { ReplyOf } from "@vriddhi/contract/endpoint";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import type { Screen, Viewer } from "./screens.ts";

export type Scheme = "dark" | "light";

export interface Shot {
  readonly screen: Screen;
  readonly width: number;
  readonly scheme: Scheme;
  readonly file: string;
  /** Console errors and failures on the way; empty when all is well. */
  readonly faults: readonly string[];
}

/** A phone, the mobile breakpoint itself, a desk. */
export const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** What a screen needs after the network is quiet: fonts, the end of an entrance. */
const SETTLE_MS = 400;

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: FLAGS });

type Accounts = ReplyOf<typeof sandboxEndpoints.readDemoAccounts>;

async function signIn(context: BrowserContext, url: string, viewer: Viewer): Promise<void> {
  if (viewer === "visitor") return;
  const accounts = (await (await context.request.get(`${url}/sandbox/accounts`)).json()) as Accounts;
  const account = accounts.users[viewer === "subscriber" ? 0 : 1];
  if (account === undefined) throw new Error(`the sandbox names no ${viewer}`);
  const { email, password } = account;
  const reply = await context.request.post(`${url}/auth/login`, {
    data: { email, password },
    headers: { origin: url },
  });
  if (!reply.ok()) throw new Error(`${email} could not log in: ${reply.status()} ${await reply.text()}`);
}

/** One window per viewer, size and scheme: signing in costs a password hash, so it is done once for all its screens. */
export async function openWindow(
  browser: Browser,
  url: string,
  view: { readonly viewer: Viewer; readonly size: (typeof sizes)[number]; readonly scheme: Scheme },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: view.size, colorScheme: view.scheme, reducedMotion: "reduce" });
  await signIn(context, url, view.viewer);
  return context;
}

function listen(page: Page, faults: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
}

export async function takeShot(
  context: BrowserContext,
  url: string,
  folder: string,
  shot: Omit<Shot, "faults">,
): Promise<Shot> {
  const faults: string[] = [];
  const page = await context.newPage();
  listen(page, faults);
  try {
    await page.goto(url + shot.screen.path, { waitUntil: "load" });
    await page.waitForTimeout(SETTLE_MS);
    await shot.screen.act?.(page);
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: path.join(folder, shot.file), fullPage: !shot.screen.isWindowOnly });
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  } finally {
    await page.close();
  }
  return { ...shot, faults };
}
