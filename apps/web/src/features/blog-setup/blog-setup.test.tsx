import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { PATIENCE_MS } from "@vriddhi/testing/eventually";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { BackendTestPage } from "./backend-test-page.tsx";
import { hostedOptions } from "./hosted-client.ts";
import { probeTexts, setupTexts as texts } from "./setup.texts.ts";
import { SetupPage } from "./setup-page.tsx";

preparePageTests();
const server = provideApiServer();
const CHECK = "GET /api/blog/setup";
const RUN = "POST /api/blog/setup";

type State = "exists" | "missing";
const setup = (table: State, storage: State, policies: State, changes: object = {}) => ({
  store: "postgres",
  images: "local",
  checks: [
    { part: "table", state: table, message: "" },
    { part: "storage", state: storage, message: "" },
    { part: "policies", state: policies, message: "" },
  ],
  script: "create table blog_posts ();",
  hosted: null,
  ...changes,
});

beforeEach(() =>
  localStorage.setItem("blog_admin", JSON.stringify({ role: "blog_admin", access_token: "t1", token_type: "bearer" })),
);
afterEach(() => vi.useRealTimers());

const open = (part: "storage" | "database") =>
  renderSite({ at: "/setup", pages: { "/setup": () => <SetupPage part={part} /> } });
const rows = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
/** The clock is frozen during the wait: only requests that arrived are checked. */
async function untilShown(sentence: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (screen.queryByText(sentence) === null && performance.now() < deadline)
    await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
  expect(screen.getByText(sentence)).toBeDefined();
}
const setUp = () => screen.getByRole<HTMLButtonElement>("button", { name: texts.setUp });

describe("[C2.7] the setup pages", () => {
  it("[C2.28] show each part as pending until the server has answered", async () => {
    server.answer(CHECK, { body: setup("exists", "missing", "exists"), delayMs: 50 });
    open("storage");
    expect(rows()).toEqual(["Bucket blog-imagesPending", "PoliciesPending"]);
    await waitFor(() => expect(rows()).toEqual(["Bucket blog-imagesMissing", "PoliciesExists"]));
    expect(server.calls(CHECK)[0]?.headers.authorization).toBe("Bearer t1");
  });

  it("[C2.28] check the table on the database page", async () => {
    server.answer(CHECK, { body: setup("missing", "exists", "exists") });
    open("database");
    await waitFor(() => expect(rows()).toEqual(["Table blog_postsMissing", "PoliciesExists"]));
  });

  it("have nothing to do where everything exists", async () => {
    server.answer(CHECK, { body: setup("exists", "exists", "exists") });
    open("storage");
    expect(await screen.findByText(texts.allThere)).toBeDefined();
    expect(setUp().disabled).toBe(true);
  });

  it("[C2.29] verify one second after a setup, and not before", async () => {
    server.answer(CHECK, { body: setup("exists", "missing", "missing") });
    server.answer(RUN, { body: setup("exists", "exists", "exists") });
    open("storage");
    await waitFor(() => expect(setUp().disabled).toBe(false));
    server.answer(CHECK, { body: setup("exists", "exists", "exists") });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.click(setUp());
    await untilShown(texts.waiting);
    await act(() => vi.advanceTimersByTimeAsync(999));
    expect(server.calls(CHECK)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    expect(await screen.findByText(texts.verified)).toBeDefined();
    expect(server.calls(CHECK)).toHaveLength(2);
    expect(server.calls(RUN)[0]?.body).toEqual({ part: "storage" });
  });

  it("[C2.30] [C8.4] give the script to run by hand where row-level security refuses", async () => {
    server.answer(CHECK, { body: setup("exists", "missing", "missing") });
    const detail = "new row violates row-level security policy";
    server.answer(RUN, { status: 409, body: { detail, code: "setup_by_hand" } });
    open("storage");
    await waitFor(() => expect(setUp().disabled).toBe(false));
    fireEvent.click(setUp());
    expect(
      await screen.findByText(`Bucket creation failed: ${detail}. Please run the SQL script manually...`),
    ).toBeDefined();
    expect(screen.getByText(texts.byHandTitle)).toBeDefined();
    expect(screen.getByText("create table blog_posts ();")).toBeDefined();
  });

  it("say when the checks could not be made", async () => {
    server.answer(CHECK, { status: 500, body: {} });
    open("database");
    expect(await screen.findByText(texts.checkFailed)).toBeDefined();
  });
});

describe("[C2.12] [C7.27] the developers' test page", () => {
  const PROBE = "POST /api/blog/setup/probe";
  const openTest = () => renderSite({ at: "/supabase-test", pages: { "/supabase-test": BackendTestPage } });
  beforeEach(() => server.answer(CHECK, { body: setup("exists", "exists", "exists") }));

  it("[C2.12] [C7.27] tries each operation on our own store where no hosted one is set", async () => {
    server.answer(PROBE, {
      body: { success: true, message: "Supabase connection successful", rows: [{ id: 1 }], count: 12 },
    });
    openTest();
    expect(await screen.findByText(probeTexts.ours)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: probeTexts.runAll }));
    await waitFor(() => expect(screen.getAllByText(probeTexts.success)).toHaveLength(12));
    expect(server.calls(PROBE).map(({ body }) => (body as { operation: string }).operation)).toEqual(
      Object.keys(probeTexts.operations),
    );
    expect(screen.getAllByText("Counted 12")).toHaveLength(12);
  });

  it("[C8.6] shows a failure and continues", async () => {
    server.answer(PROBE, { body: { success: false, message: "permission denied", rows: [], count: null } });
    openTest();
    const row = (await screen.findByText(probeTexts.operations.insert)).closest("li") as HTMLElement;
    fireEvent.click(within(row).getByRole("button"));
    expect(await within(row).findByText("permission denied")).toBeDefined();
    server.answer(PROBE, { isCutOff: true });
    fireEvent.click(within(row).getByRole("button"));
    expect(await within(row).findByText(probeTexts.failed)).toBeDefined();
  });

  it("[C7.26] [C7.17] [C7.23] uses the hosted backend's own client where one is set", async () => {
    server.answer(CHECK, {
      body: setup("exists", "exists", "exists", { hosted: { url: server.baseUrl(), anon_key: "anon" } }),
    });
    server.answer("GET /rest/v1/blog_posts", { body: [{ id: 1, title: "Hosted" }] });
    openTest();
    expect(await screen.findByText(probeTexts.hosted(server.baseUrl()))).toBeDefined();
    const rowOf = (name: string) => screen.getByText(name).closest("li") as HTMLElement;
    fireEvent.click(within(rowOf(probeTexts.operations.session)).getByRole("button"));
    expect(await screen.findByText(/^Supabase connection successful/)).toBeDefined();
    fireEvent.click(within(rowOf(probeTexts.operations.filter)).getByRole("button"));
    expect(await screen.findByText(/"title": "Hosted"/)).toBeDefined();
    const [call] = server.calls("GET /rest/v1/blog_posts");
    expect(call?.address).toBe("/rest/v1/blog_posts?select=id%2Ctitle&published=eq.true&limit=10");
    expect(call?.headers["apikey"]).toBe("anon");
    expect(hostedOptions).toEqual({
      auth: { flowType: "pkce", autoRefreshToken: true, persistSession: true, detectSessionInUrl: true },
      realtime: { params: { eventsPerSecond: 10 } },
    });
  });
});
