import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { shownToasts } from "../../ui/toast.tsx";
import { blogAdminTexts as texts } from "./blog-admin.texts.ts";
import { BlogAdminLogin } from "./blog-admin-login.tsx";
import { BlogDesk } from "./blog-desk.tsx";
import { RequireBlogAdmin } from "./require-blog-admin.tsx";

preparePageTests();
const server = provideApiServer();
const LOGIN = "POST /api/blog-admin/login";
const VERIFY = "GET /api/blog-admin/verify";
const SESSION = { role: "blog_admin", access_token: "t1", token_type: "bearer" };

const address = () => screen.getByTestId("address").textContent;
const toasts = () => shownToasts().map(({ text }) => text);
const stored = () => JSON.parse(localStorage.getItem("blog_admin") ?? "null");
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: texts.login }));

describe("[C2.4] the blog admin's login", () => {
  const open = (search = "") =>
    renderSite({ at: `/blog-admin/login${search}`, pages: { "/blog-admin/login": BlogAdminLogin } });
  const fill = () => {
    type(texts.username, " ravi@example.com ");
    type(texts.password, "a good password");
  };

  it("[C5.1] wants both fields and sends no request without them", async () => {
    open();
    type(texts.username, "ravi@example.com");
    submit();
    await waitFor(() => expect(toasts()).toEqual(["Please fill in all fields"]));
    expect(server.calls(LOGIN)).toEqual([]);
  });

  it("[C2.4] [C4.2] [C3.3] stores the session and opens the editor", async () => {
    server.answer(LOGIN, { body: { access_token: "t1", token_type: "bearer", role: "blog_admin" } });
    open();
    fill();
    submit();
    await waitFor(() => expect(address()).toBe("/research/create"));
    expect(stored()).toEqual(SESSION);
    expect(server.calls(LOGIN)[0]?.body).toEqual({ username: "ravi@example.com", password: "a good password" });
  });

  it.each([
    ["?next=/blog-storage-setup", "/blog-storage-setup"],
    ["?next=//evil.example", "/research/create"],
    ["?next=https://evil.example", "/research/create"],
  ])("redirects only within this site: %s", async (search, path) => {
    server.answer(LOGIN, { body: SESSION });
    open(search);
    fill();
    submit();
    await waitFor(() => expect(address()).toBe(path));
  });

  it.each([
    [
      { status: 401, body: { detail: "Wrong username or password.", code: "bad_credentials" } },
      "Wrong username or password.",
    ],
    [{ status: 401, body: { error: "No entry." } }, "No entry."],
    [{ status: 500, body: {} }, "Blog admin login failed"],
    [{ isCutOff: true }, "Blog admin login failed"],
  ])("[C8.2] shows why", async (answer, sentence) => {
    server.answer(LOGIN, answer);
    open();
    fill();
    submit();
    await waitFor(() => expect(toasts()).toEqual([sentence]));
    expect(stored()).toBeNull();
  });

  it("asks for the authenticator's code where the server does", async () => {
    server.answer(LOGIN, { status: 401, body: { detail: "Code, please.", code: "totp_required" } });
    open();
    fill();
    submit();
    await screen.findByLabelText(texts.code);
    server.answer(LOGIN, { body: SESSION });
    type(texts.code, "123456");
    submit();
    await waitFor(() => expect(address()).toBe("/research/create"));
    expect(server.calls(LOGIN)[1]?.body).toMatchObject({ totp: "123456" });
  });
});

describe("[C2.3] [C6.2] the pages of blog admins", () => {
  const Editor = () => <RequireBlogAdmin>The editor</RequireBlogAdmin>;
  const Setup = () => <RequireBlogAdmin offers="both">The setup</RequireBlogAdmin>;
  const open = (at = "/research/create") =>
    renderSite({ at, pages: { "/research/create": Editor, "/blog-storage-setup": Setup } });
  const keep = () => localStorage.setItem("blog_admin", JSON.stringify(SESSION));

  it("opens for a token that the server calls valid", async () => {
    keep();
    server.answer(VERIFY, { body: { valid: true } });
    open();
    expect(screen.getByText("Verifying access...")).toBeDefined();
    expect(await screen.findByText("The editor")).toBeDefined();
    expect(server.calls(VERIFY)[0]?.headers.authorization).toBe("Bearer t1");
  });

  it("opens for an administrator of the desk as well", async () => {
    localStorage.setItem("admin_token", "desk");
    server.answer(VERIFY, { body: { valid: true } });
    open();
    expect(await screen.findByText("The editor")).toBeDefined();
    expect(server.calls(VERIFY)[0]?.headers.authorization).toBe("Bearer desk");
  });

  it("leads to the login without a token, and sends no request", async () => {
    open();
    await waitFor(() => expect(address()).toBe("/blog-admin/login"));
    expect(server.calls(VERIFY)).toEqual([]);
  });

  it.each([
    ["an invalid token", { body: { valid: false } }],
    ["a refusal", { status: 401, body: { detail: "No.", code: "not_signed_in" } }],
    ["silence", { isCutOff: true }],
  ])("[C8.3] redirects to the login and removes the session after %s", async (_, answer) => {
    keep();
    server.answer(VERIFY, answer);
    open();
    await waitFor(() => expect(address()).toBe("/blog-admin/login"));
    expect(stored()).toBeNull();
  });

  it("[C2.7] shows both logins at the setup pages", async () => {
    open("/blog-storage-setup");
    expect((await screen.findByRole("link", { name: "Blog admin login" })).getAttribute("href")).toBe(
      "/blog-admin/login?next=%2Fblog-storage-setup",
    );
    expect(screen.getByRole("link", { name: "Admin login" }).getAttribute("href")).toBe(
      "/admin/login?next=%2Fblog-storage-setup",
    );
  });
});

describe("[C4.2] the logout", () => {
  const Desk = () => <BlogDesk articles={<p>Articles</p>} letters={<p>Letters</p>} />;
  const logOut = async () => {
    localStorage.setItem("blog_admin", JSON.stringify(SESSION));
    renderSite({ at: "/dashboard/blog", pages: { "/dashboard/blog": Desk } });
    fireEvent.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(address()).toBe("/"));
  };

  it("removes the stored session, ends the token and says so", async () => {
    server.answer("POST /api/logout", { body: { message: "ok" } });
    await logOut();
    expect(stored()).toBeNull();
    expect(toasts()).toEqual(["Logged out successfully"]);
    expect(server.calls("POST /api/logout")[0]?.headers.authorization).toBe("Bearer t1");
  });

  it("[C8.2] says when the server could not be reached, and removes the session all the same", async () => {
    server.answer("POST /api/logout", { status: 500, body: {} });
    await logOut();
    expect(stored()).toBeNull();
    expect(toasts()).toEqual(["Logout failed"]);
  });
});

it("[C2.6] the blog desk links to everything of the blog", () => {
  renderSite({
    at: "/dashboard/blog",
    pages: { "/dashboard/blog": () => <BlogDesk articles={null} letters={null} /> },
  });
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual([
    "/research/create",
    "/newsletter/admin",
    "/blog-storage-setup",
    "/blog-database-setup",
    "/supabase-test",
  ]);
});
