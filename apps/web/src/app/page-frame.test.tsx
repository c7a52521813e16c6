import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Outlet } from "react-router";
import { describe, expect, it } from "vitest";
import { aSubscription, aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../testing/render-site.tsx";
import { siteTexts } from "../texts/site.texts.ts";
import { PageFrame } from "./page-frame.tsx";

preparePageTests();
const server = provideApiServer();

const Frame = () => (
  <PageFrame>
    <Outlet />
  </PageFrame>
);
const About = () => <h1>About</h1>;
const open = (at = "/about") => renderSite({ at, pages: { "/about": About }, Frame });

/** The phone menu repeats all links, but a closed dialog is not visible. */
const header = () => within(screen.getByRole("banner"));
const account = () => [
  ...header().queryAllByRole("link", { name: /^(Login|My Profile)$/ }),
  ...header().queryAllByRole("button", { name: "Logout" }),
];
const accountLabels = () => account().map((item) => item.textContent);

const signIn = () => {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
};

const confirmLogout = async () => {
  fireEvent.click(await header().findByRole("button", { name: "Logout" }));
  const dialog = await screen.findByRole("dialog", { name: "Log out?" });
  fireEvent.click(within(dialog).getByRole("button", { name: siteTexts.logoutConfirm }));
};

describe("the header", () => {
  it("[A2.20] leads to Home, About, Pricing, Courses and Research", () => {
    open();
    const links = within(header().getByRole("navigation")).getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => [link.textContent, link.pathname])).toEqual([
      ["Home", "/"],
      ["About", "/about"],
      ["Pricing", "/subscription-plans"],
      ["Courses", "/courses"],
      ["Research", "/research"],
    ]);
  });

  it("[A2.20] offers Login to a visitor", async () => {
    open();
    await waitFor(() => expect(accountLabels()).toEqual(["Login"]));
  });

  it("[A2.20] offers My Profile and Logout to a signed-in user", async () => {
    signIn();
    open();
    expect(accountLabels()).toEqual([]);
    await waitFor(() => expect(accountLabels()).toEqual(["My Profile", "Logout"]));
    expect(account()[0]?.getAttribute("href")).toBe("/algorithm/dashboard/UserProfile");
  });

  it("[A2.20] logs out only after a confirmation", async () => {
    signIn();
    server.answer("POST /auth/logout", { body: { message: "ok" } });
    open();
    fireEvent.click(await header().findByRole("button", { name: "Logout" }));
    const dialog = await screen.findByRole("dialog", { name: "Log out?" });
    expect(server.calls("POST /auth/logout")).toHaveLength(0);
    fireEvent.click(within(dialog).getByRole("button", { name: siteTexts.logoutCancel }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Log out?" })).toBeNull());
    expect(server.calls("POST /auth/logout")).toHaveLength(0);

    await confirmLogout();
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/"));
    expect(server.calls("POST /auth/logout")).toHaveLength(1);
    await waitFor(() =>
      expect(screen.getAllByRole("status").map((region) => region.textContent)).toContain(siteTexts.loggedOut),
    );
  });

  it("[A8.2] says 'Logout failed' and stays signed in when the server cannot be reached", async () => {
    signIn();
    server.answer("POST /auth/logout", { status: 500, body: { detail: "x", code: "internal" } });
    open();
    await confirmLogout();
    await waitFor(() => expect(screen.getByRole("alert", { hidden: true }).textContent).toBe("Logout failed"));
    expect(screen.getByTestId("address").textContent).toBe("/about");
  });
});

describe("the mobile menu", () => {
  it("[A2.20] is a dialog with the same links, closed by choosing one", async () => {
    open();
    const button = screen.getByRole("button", { name: "Menu" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    fireEvent.click(button);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    const menu = within(screen.getByRole("dialog", { name: "Menu" }));
    expect(menu.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "Home",
      "About",
      "Pricing",
      "Courses",
      "Research",
      "Support",
      "Start the free trial",
      "Login",
    ]);
    fireEvent.click(menu.getByRole("link", { name: "Courses" }));
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/courses"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });
});

describe("the footer", () => {
  it("[A2.21] links to the legal PDFs and the social accounts", () => {
    open();
    const links = within(screen.getByRole("contentinfo")).getAllByRole("link");
    const addresses = links.map((link) => link.getAttribute("href"));
    expect(addresses).toEqual(expect.arrayContaining(["/legal/privacy.pdf", "/legal/terms.pdf", "/legal/refund.pdf"]));
    expect(addresses.filter((address) => address?.startsWith("https://"))).toHaveLength(4);
  });

  it("[A2.18] is absent with the header on pages without a frame", () => {
    open("/products");
    expect(screen.queryByRole("banner")).toBeNull();
    expect(screen.queryByRole("contentinfo")).toBeNull();
    expect(screen.getByRole("main").id).toBe("main");
  });
});
