import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { createRoutesStub, useLocation } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { SessionProvider, useSessionStore } from "../../lib/session.tsx";
import { AdminOnly } from "./admin-only.tsx";
import { RequireAdmin } from "./require-admin.tsx";
import { RequireRole } from "./require-role.tsx";
import { RequireUser } from "./require-user.tsx";

const profile = {
  id: "0b8f3f0e-3c1b-4f0a-9d51-2f2f6f1f7a10",
  name: "Asha Verma",
  email: "asha@example.com",
  role: "user",
  plan: null,
  dob: null,
  created_at: "2026-02-03T19:12:00.000Z",
};

function signIn(role: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server would set it
  document.cookie = "signed_in=1";
  vi.stubGlobal("fetch", (address: string) => {
    const body = address === "/auth/profile" ? { ...profile, role } : { detail: "down", code: "busy" };
    return Promise.resolve(new Response(JSON.stringify(body), { status: address === "/auth/profile" ? 200 : 503 }));
  });
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = "signed_in=; Max-Age=0";
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function visit(path: string, page: ReactNode): void {
  const Stub = createRoutesStub([
    { path: new URL(path, "http://own.invalid").pathname, Component: () => page },
    { path: "*", Component: Address },
  ]);
  render(
    <SessionProvider onSubscriptionFault={() => undefined}>
      <Stub initialEntries={[path]} />
    </SessionProvider>,
  );
}

const address = () => screen.getByRole("status", { hidden: true }).textContent;

describe("pages for signed-in users", () => {
  const page = <RequireUser skeleton={<p>waiting</p>}>{(session) => <h1>Hello {session.user.name}</h1>}</RequireUser>;

  it("[A2.4] send a visitor to the login, which leads back", async () => {
    visit("/algorithm/dashboard/UserProfile?from=mail", page);
    await waitFor(() => expect(address()).toBe("/login?next=%2Falgorithm%2Fdashboard%2FUserProfile%3Ffrom%3Dmail"));
  });

  it("hold the page's shape while the session is being checked, then open", async () => {
    signIn("user");
    visit("/courses", page);
    expect(screen.getByText("waiting")).toBeDefined();
    expect(await screen.findByRole("heading", { name: "Hello Asha Verma" })).toBeDefined();
  });

  it("lead home, and not to the login, after a logout on them", async () => {
    signIn("user");
    const Leave = () => {
      const store = useSessionStore();
      return (
        <button type="button" onClick={() => void store.leave()}>
          leave
        </button>
      );
    };
    visit("/courses", <RequireUser skeleton={<p>waiting</p>}>{() => <Leave />}</RequireUser>);
    const leave = await screen.findByRole("button", { name: "leave" });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ message: "" }), { status: 200 })));
    fireEvent.click(leave);
    await waitFor(() => expect(address()).toBe("/"));
  });

  it("[B2.23] inform a user whose session ends on the page", async () => {
    signIn("user");
    visit("/courses", page);
    await screen.findByRole("heading", { name: "Hello Asha Verma" });
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(JSON.stringify({ detail: "gone", code: "not_signed_in" }), { status: 401 })),
    );
    window.dispatchEvent(new Event("focus"));
    expect(await screen.findByRole("heading", { name: "Authentication Required" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Go to Login" }).getAttribute("href")).toBe("/login?next=%2Fcourses");
  });

  it("[B2.23] do so in the dashboard's own colours", async () => {
    signIn("user");
    const quiet = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
    vi.stubGlobal("matchMedia", () => quiet);
    visit(
      "/algorithm/dashboard/Today",
      <RequireUser hasOwnMain skeleton={<p>waiting</p>}>
        {() => <h1>Today</h1>}
      </RequireUser>,
    );
    await screen.findByRole("heading", { name: "Today" });
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(JSON.stringify({ detail: "gone", code: "not_signed_in" }), { status: 401 })),
    );
    window.dispatchEvent(new Event("focus"));
    const notice = await screen.findByRole("heading", { name: "Authentication Required" });
    expect(notice.closest("[data-theme]")).not.toBeNull();
  });
});

describe("the two back offices", () => {
  const desk = (
    <RequireRole roles={["blog_admin"]} loginPath="/blog-admin/login">
      <h1>Editor</h1>
    </RequireRole>
  );

  it("[C2.3] /research/create sends all others to the blog admin's login", async () => {
    visit("/research/create", desk);
    expect(screen.getByText("Verifying access...")).toBeDefined();
    await waitFor(() => expect(address()).toBe("/blog-admin/login"));
  });

  it("[C2.3] opens for a blog admin", async () => {
    signIn("blog_admin");
    visit("/research/create", desk);
    expect(await screen.findByRole("heading", { name: "Editor" })).toBeDefined();
  });

  it("[A6.3][C2.43] the admin dashboard says why it is closed, then redirects to the login after 2 s", async () => {
    const page = (
      <QueryProvider>
        <AdminOnly>{({ username }) => <p>secret of {username}</p>}</AdminOnly>
      </QueryProvider>
    );
    visit("/admin/dashboard", page);
    expect(await screen.findByText("Access Denied, login first to view admin dashboard")).toBeDefined();
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(address()).toBe("/admin/login"));
    cleanup();

    signIn("user");
    visit("/admin/dashboard", page);
    expect(await screen.findByText("Access Denied, only Admins can access this page")).toBeDefined();
    cleanup();

    // A user account's admin role does not open the back office, which has a login of its own.
    signIn("admin");
    visit("/admin/dashboard", page);
    expect(await screen.findByText("Access Denied, login first to view admin dashboard")).toBeDefined();
  });
});

describe("the back office's guard", () => {
  const page = (
    <QueryProvider>
      <RequireAdmin>{({ username }) => <h1>Desk of {username}</h1>}</RequireAdmin>
    </QueryProvider>
  );
  const answer = (status: number, body: object) => {
    const asked: (string | null)[] = [];
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
      asked.push(new Headers(init.headers).get("authorization"));
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    });
    return asked;
  };
  afterEach(() => localStorage.clear());

  it("[C2.11][C2.35] leads to /secret without a token, and sends no request", async () => {
    const asked = answer(200, {});
    visit("/secret/dashboard", page);
    expect(screen.getByText("Verifying access...")).toBeDefined();
    await waitFor(() => expect(address()).toBe("/secret"));
    expect(asked).toEqual([]);
  });

  it("[C2.35][C8.3][C8.12] drops a token that the server does not know", async () => {
    localStorage.setItem("admin_token", "old");
    answer(401, { detail: "Your session has ended.", code: "not_signed_in" });
    visit("/secret/dashboard", page);
    expect(screen.getByText("Verifying access...")).toBeDefined();
    await waitFor(() => expect(address()).toBe("/secret"));
    expect(localStorage.getItem("admin_token")).toBeNull();
  });

  it("[C2.35][C8.3] drops a token that could not be verified, after three tries", async () => {
    localStorage.setItem("admin_token", "good");
    const asked = answer(503, { detail: "Busy.", code: "busy" });
    visit("/secret/dashboard", page);
    await waitFor(() => expect(address()).toBe("/secret"));
    expect(localStorage.getItem("admin_token")).toBeNull();
    expect(asked).toHaveLength(3);
  });

  it("[C6.3][C7.1][C7.5] opens for a token that the server knows, sent as a bearer", async () => {
    localStorage.setItem("admin_token", "good");
    const asked = answer(200, { username: "meera.nair", name: "Meera Nair", role: "admin", expires_at: "" });
    visit("/secret/dashboard", page);
    expect(await screen.findByRole("heading", { name: "Desk of meera.nair" })).toBeDefined();
    expect(asked).toEqual(["Bearer good"]);
  });
});
