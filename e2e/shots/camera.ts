import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import type { ReplyOf } from "@vriddhi/contract/endpoint";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import type { Screen, Viewer } from "./screen.ts";

export type Scheme = "dark" | "light";

export interface Shot {
  readonly screen: Screen;
  readonly width: number;
  readonly scheme: Scheme;
  readonly file: string;
  readonly faults: readonly string[];
}

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
/** What a screen needs after the network is quiet: fonts, the end of an entry animation. */
const SETTLE_MS = 400;

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: FLAGS });

type Accounts = ReplyOf<typeof sandboxEndpoints.readDemoAccounts>;

/** In the order in which the sandbox names them. */
const ACCOUNTS: readonly Viewer[] = ["subscriber", "newcomer", "operator"];

export type Badge = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The back office's token is in local storage, so its page has to put it there. */
async function signInAtDesk(context: BrowserContext, url: string, account: Accounts["users"][number]): Promise<Badge> {
  const page = await context.newPage();
  await page.goto(`${url}/secret`);
  await page.getByLabel("Username").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL("**/secret/dashboard");
  return await context.storageState();
}

/** Once for each viewer, because logins are limited and each costs a password hash. */
export async function signIn(browser: Browser, url: string, viewer: Viewer): Promise<Badge> {
  const context = await browser.newContext();
  try {
    if (viewer === "visitor") return await context.storageState();
    const accounts = (await (await context.request.get(`${url}/sandbox/accounts`)).json()) as Accounts;
    const account = accounts.users[ACCOUNTS.indexOf(viewer)];
    if (account === undefined) throw new Error(`the sandbox names no ${viewer}`);
    const { email, password } = account;
    if (viewer === "operator") return await signInAtDesk(context, url, account);
    const data = { email, password };
    const reply = await context.request.post(`${url}/auth/login`, { data, headers: { origin: url } });
    if (!reply.ok()) throw new Error(`${email} could not log in: ${reply.status()} ${await reply.text()}`);
    return await context.storageState();
  } finally {
    await context.close();
  }
}

export const openWindow = (
  browser: Browser,
  view: { readonly badge: Badge; readonly size: (typeof sizes)[number]; readonly scheme: Scheme },
): Promise<BrowserContext> =>
  browser.newContext({
    viewport: view.size,
    colorScheme: view.scheme,
    storageState: view.badge,
    reducedMotion: "reduce",
  });

function listen(page: Page, faults: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
}

/** A part far down the page renders when it comes near the viewport. */
async function walkDown(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(SETTLE_MS);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Upper bound that only a hang reaches. */
const COMING_MS = 60_000;

/** No skeletons and no page without its style: on a busy machine both last longer than any pause. */
async function whenThere(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const isWaiting = [...document.querySelectorAll("[aria-busy=true]")].some((held) => held.checkVisibility());
      return document.readyState === "complete" && document.styleSheets.length > 0 && !isWaiting;
    },
    undefined,
    { timeout: COMING_MS },
  );
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
    await shot.screen.prepare?.(page);
    await page.goto(url + shot.screen.path, { waitUntil: "load" });
    await page.waitForTimeout(SETTLE_MS);
    await whenThere(page);
    await shot.screen.act?.(page);
    if (!shot.screen.isWindowOnly) await walkDown(page);
    await page.waitForTimeout(SETTLE_MS);
    await whenThere(page);
    await page.screenshot({ path: path.join(folder, shot.file), fullPage: !shot.screen.isWindowOnly });
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  } finally {
    await context.setOffline(false);
    await page.close();
  }
  return { ...shot, faults };
}
