import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { DashboardShell } from "../features/dashboard/dashboard-shell.tsx";
import { deskSupportTexts } from "../features/desk-support/desk-support.texts.ts";
import { supportTexts } from "../features/support/support.texts.ts";
import { threadTexts } from "../features/support-thread/support-thread.texts.ts";
import { useUnreadAnswers } from "../features/support-thread/use-unread-answers.ts";
import type { Reply } from "../lib/api.ts";
import { QueryProvider } from "../lib/query.tsx";
import { aSubscription, aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { answerQuietDesk, enterDesk } from "../testing/desk.fixture.ts";
import { markSignedIn, preparePageTests, renderSite } from "../testing/render-site.tsx";
import DeskSupport from "./desk-support.tsx";
import Support from "./support.tsx";

preparePageTests();
const server = provideApiServer();

const ID = "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a001";
const HOSTILE = '<img src=x onerror="alert(1)">\nsecond line';
type OwnThread = Reply<"GET", "/support/threads">["threads"][number];
const thread: OwnThread = {
  id: ID,
  reference: "VR-7KQ2M4XB",
  topic: "broker",
  status: "answered",
  created_at: "2026-11-16T03:24:00.000Z",
  changed_at: "2026-11-16T03:26:00.000Z",
  is_unread: true,
  last_author: "desk",
  excerpt: HOSTILE,
};
const messages = [
  { id: "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a0a1", author: "writer", body: HOSTILE, at: thread.created_at },
  {
    id: "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a0a2",
    author: "desk",
    body: "A fresh link is on its way.",
    at: thread.changed_at,
  },
];

describe("a user's conversations on the support page", () => {
  beforeEach(() => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    server.answer("GET /support/threads", { body: { threads: [thread] } });
    server.answer(`GET /support/threads/${ID}`, { body: { thread, messages } });
    server.answer(`POST /support/threads/${ID}/read`, { body: { message: "ok" } });
    server.answer(`POST /support/threads/${ID}/messages`, { body: { message: messages[0] } });
  });
  const open = (at = "/support") => renderSite({ at, pages: { "/support": Support } });

  it("are counted at their link in every dashboard while an answer is unread", async () => {
    const Frame = () => (
      <DashboardShell current="Today" unreadAnswers={useUnreadAnswers()}>
        The day
      </DashboardShell>
    );
    const Page = () => (
      <QueryProvider>
        <Frame />
      </QueryProvider>
    );
    renderSite({ at: "/algorithm/dashboard/Today", pages: { "/algorithm/dashboard/:tab?": Page } });
    expect(await screen.findByRole("link", { name: /^Support\s*1\s*new$/ })).toBeDefined();
    expect(screen.getByRole("button", { name: "Open menu, 1 new answer from support" })).toBeDefined();
  });

  it("are listed above the form, and an opened one is marked as read and shown as plain text", async () => {
    open();
    fireEvent.click(await screen.findByRole("button", { name: /Broker connection/ }));
    const shown = await screen.findByText((_, element) => element?.tagName === "P" && element.textContent === HOSTILE);
    expect(shown.querySelector("img")).toBeNull();
    await waitFor(() => expect(server.calls(`POST /support/threads/${ID}/read`)).toHaveLength(1));
    fireEvent.change(screen.getByLabelText(threadTexts.write), { target: { value: "Got it" } });
    fireEvent.click(screen.getByRole("button", { name: threadTexts.send }));
    await waitFor(() =>
      expect(server.calls(`POST /support/threads/${ID}/messages`).map(({ body }) => body)).toEqual([
        { message: "Got it" },
      ]),
    );
    await waitFor(() => expect(screen.getByLabelText(threadTexts.write)).toMatchObject({ value: "" }));
  });

  it("keep the typed text when sending fails, and show why", async () => {
    server.answer(`POST /support/threads/${ID}/messages`, {
      status: 429,
      body: { detail: "Too many attempts. Try again in 2 minutes.", code: "too_many_requests" },
    });
    open(`/support?thread=${ID}`);
    fireEvent.change(await screen.findByLabelText(threadTexts.write), { target: { value: "Again" } });
    fireEvent.click(screen.getByRole("button", { name: threadTexts.send }));
    expect(await screen.findByText("Too many attempts. Try again in 2 minutes.")).toBeDefined();
    expect(screen.getByLabelText(threadTexts.write)).toMatchObject({ value: "Again" });
  });

  it("begin with a topic and a question", async () => {
    server.answer("POST /support/threads", { body: { thread } });
    open("/support?thread=new");
    fireEvent.change(await screen.findByLabelText(threadTexts.question), {
      target: { value: "The link was used already." },
    });
    fireEvent.click(screen.getByRole("button", { name: threadTexts.start }));
    await waitFor(() =>
      expect(server.calls("POST /support/threads").map(({ body }) => body)).toEqual([
        { topic: "account", message: "The link was used already." },
      ]),
    );
    expect(await screen.findByText("A fresh link is on its way.")).toBeDefined();
  });
});

describe("a visitor's conversation on the support page", () => {
  beforeEach(() => {
    server.answer("POST /support/messages", { body: { reference: thread.reference, thread_id: ID, message: "ok" } });
    server.answer("GET /support/chats", { body: { threads: [thread] } });
    server.answer(`GET /support/chats/${ID}`, { body: { thread, messages } });
    server.answer(`POST /support/chats/${ID}/read`, { body: { message: "ok" } });
    server.answer(`POST /support/chats/${ID}/messages`, { body: { message: messages[0] } });
  });
  const open = () => renderSite({ at: "/support", pages: { "/support": Support } });

  it("[A1.4] opens when the form was sent, continues there, and is offered again later", async () => {
    const { unmount } = open();
    expect(server.calls("GET /support/chats")).toEqual([]);
    const fields: readonly [string, string][] = [
      [supportTexts.name, "Asha Rao"],
      [supportTexts.email, "asha@example.com"],
      [supportTexts.message, "The link was used already."],
    ];
    for (const [label, value] of fields) fireEvent.input(screen.getByLabelText(label), { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: supportTexts.send }));
    expect(await screen.findByText("A fresh link is on its way.")).toBeDefined();
    fireEvent.change(screen.getByLabelText(threadTexts.write), { target: { value: "Got it" } });
    fireEvent.click(screen.getByRole("button", { name: threadTexts.send }));
    await waitFor(() =>
      expect(server.calls(`POST /support/chats/${ID}/messages`).map(({ body }) => body)).toEqual([
        { message: "Got it" },
      ]),
    );
    unmount();
    open();
    expect(await screen.findByRole("button", { name: /Broker connection/ })).toBeDefined();
    expect(screen.queryByRole("button", { name: threadTexts.begin })).toBeNull();
    expect(server.calls().filter(({ route }) => route.includes("/support/threads"))).toEqual([]);
  });
});

describe("support's page", () => {
  const deskThread = {
    ...thread,
    status: "open",
    last_author: "writer",
    user_id: ID,
    name: "Rohan <Das>",
    email: "rohan@example.com",
    is_read_by_writer: false,
  };
  beforeEach(() => {
    answerQuietDesk(server);
    server.answer("GET /api/admin/support/threads", { body: { threads: [deskThread], waiting: 1 } });
    server.answer(`GET /api/admin/support/threads/${ID}`, {
      body: { thread: deskThread, messages: messages.map((message) => ({ ...message, by: null })) },
    });
    server.answer("GET /api/admin/support/canned", {
      body: { answers: [{ id: "fresh-link", title: "Fresh link sent", body: "A fresh login link.", is_own: false }] },
    });
    server.answer(`POST /api/admin/support/threads/${ID}/read`, { body: { message: "ok" } });
  });
  const open = () => renderSite({ at: `/secret/support?thread=${ID}`, pages: { "/secret/support": DeskSupport } });

  it("sends a saved answer once, and marks messages as read", async () => {
    enterDesk(server);
    server.answer(`POST /api/admin/support/threads/${ID}/messages`, {
      body: { message: { ...messages[1], by: "Meera Nair" } },
    });
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Fresh link sent" }));
    expect(screen.getByLabelText(deskSupportTexts.write("Rohan <Das>"))).toMatchObject({
      value: "A fresh login link.",
    });
    fireEvent.click(screen.getByRole("button", { name: deskSupportTexts.send }));
    const route = `POST /api/admin/support/threads/${ID}/messages`;
    await waitFor(() =>
      expect(server.calls(route).map(({ body }) => body)).toEqual([{ message: "A fresh login link." }]),
    );
    expect(server.calls(`POST /api/admin/support/threads/${ID}/read`).length).toBeGreaterThan(0);
    expect(document.querySelector("img[src=x]")).toBeNull();
  });

  it("lets read-only support read and nothing else, without a mark", async () => {
    enterDesk(server, "support");
    open();
    expect(await screen.findByText(deskSupportTexts.readOnly)).toBeDefined();
    expect(screen.queryByRole("button", { name: deskSupportTexts.close })).toBeNull();
    expect(server.calls().filter(({ route }) => route.startsWith("POST"))).toEqual([]);
  });
});
