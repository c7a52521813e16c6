import { screen, waitFor } from "@testing-library/react";
import { Link } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { SubscriptionLookup } from "./subscription-lookup.tsx";

preparePageTests();
const server = provideApiServer();
const SUBSCRIPTION = "GET /algorithm/subscription";
const Dashboard = () => (
  <>
    <SubscriptionLookup />
    <h1>Dashboard</h1>
  </>
);
const Elsewhere = () => <Link to="/dashboard">in</Link>;
const open = (at = "/dashboard") => renderSite({ at, pages: { "/dashboard": Dashboard, "/elsewhere": Elsewhere } });
const address = () => screen.getByTestId("address").textContent;
const spoken = () => [...document.querySelectorAll("[role=status], [role=alert]")].map((region) => region.textContent);

beforeEach(() => {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer(SUBSCRIPTION, { body: aSubscription() });
});

describe("the lookup on the dashboard", () => {
  it("[B2.5, B8.1] leads to /subscirption-plans, with that spelling, when the answer is a 404", async () => {
    server.answer(SUBSCRIPTION, { status: 404, body: { detail: "Nothing here.", code: "not_found" } });
    open();
    await waitFor(() => expect(address()).toBe("/subscirption-plans"));
  });

  it("[B8.1] says that the subscription could not be loaded, and stays", async () => {
    server.answer(SUBSCRIPTION, { status: 500, body: {} });
    open();
    await waitFor(() => expect(spoken()).toContain("Failed to load subscription details"));
    expect(address()).toBe("/dashboard");
  });

  it("[B8.1] asks to log in again when the session ends while the page is open", async () => {
    open();
    await waitFor(() => expect(server.calls(SUBSCRIPTION)).toHaveLength(1));
    server.answer(SUBSCRIPTION, { status: 401, body: { detail: "Please log in.", code: "not_signed_in" } });
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(spoken()).toContain("Please login again to access subscription details"));
  });

  it("[B4.11] reads the subscription again on entry from another page", async () => {
    open("/elsewhere");
    await waitFor(() => expect(server.calls(SUBSCRIPTION)).toHaveLength(1));
    screen.getByRole("link", { name: "in" }).click();
    await waitFor(() => expect(server.calls(SUBSCRIPTION)).toHaveLength(2));
  });

  it("[B4.11] sends no request for a blog admin", async () => {
    server.answer("GET /auth/profile", { body: aUser({ role: "blog_admin" }) });
    open();
    await waitFor(() => expect(server.calls("GET /auth/profile")).toHaveLength(1));
    window.dispatchEvent(new Event("focus"));
    await screen.findByText("Dashboard");
    expect(server.calls(SUBSCRIPTION)).toHaveLength(0);
  });
});
