import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { anEmptySubscription, aPendingPayment, aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { FreeTrialPage } from "./free-trial-page.tsx";

preparePageTests();
const server = provideApiServer();
const START = `POST /free-trial/${aUser().id}`;
const SUBSCRIPTION = "GET /algorithm/subscription";
const nothing = anEmptySubscription();
const trial = aSubscription({ plan: "FREE_TRIAL", end_date: "2026-11-23T03:30:00.000Z" });

const Page = () => <FreeTrialPage legalLinks={<li>legal links</li>} />;
const open = () => renderSite({ at: "/free-trial", pages: { "/free-trial": Page } });
const spoken = () => [...document.querySelectorAll("[role=status], [role=alert]")].map((region) => region.textContent);
const expectAnnounced = (text: string) => waitFor(() => expect(spoken()).toContain(text));
const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

async function openAsUser(subscription = nothing) {
  markSignedIn();
  server.answer(SUBSCRIPTION, { body: subscription });
  open();
  await screen.findByText("Current Subscription");
  await waitFor(() => expect(screen.queryByText("Loading your subscription")).toBeNull());
}

beforeEach(() => {
  server.answer("GET /auth/profile", { body: aUser() });
});

describe("the free trial", () => {
  it("[A2.46, A9.5] is a card with its name, ₹0 per day and five benefits, the cap among them", () => {
    open();
    const card = screen.getByRole("heading", { name: "FREE TRIAL" }).closest("section");
    expect(card?.textContent).toContain("₹0per day");
    expect(card?.querySelectorAll("li")).toHaveLength(5);
    expect(card?.textContent).toContain("₹5,000");
  });

  it("shows what the lowest price means for so little capital", () => {
    open();
    expect(screen.getByText(/With ₹5,000 of capital, ₹999 a month is 20% of it every month/)).toBeDefined();
  });

  it("[A2.47, A5.9] asks a visitor to log in and comes back here afterwards", () => {
    open();
    const link = screen.getByRole("link", { name: "Login to Start Free Trial" });
    expect(link.getAttribute("href")).toBe("/auth?next=%2Ffree-trial");
    expect(screen.getByText("Please log in to start your free trial.")).toBeDefined();
    const signup = screen.getByRole("link", { name: "Create an account" });
    expect(signup.getAttribute("href")).toBe("/auth?mode=signup&next=%2Ffree-trial");
    expect(screen.queryByText("Current Subscription")).toBeNull();
  });

  it("[A2.47, A7.10, A8.5] starts for a signed-in user, and the page knows it at once", async () => {
    await openAsUser();
    server.answer(START, { body: { message: "", end_date: trial.end_date } });
    server.answer(SUBSCRIPTION, { body: trial });
    fireEvent.click(screen.getByText("Start Free Trial"));
    await expectAnnounced("Free trial activated successfully!");
    const link = await screen.findByText("Go to Dashboard");
    expect(link.getAttribute("href")).toBe("/algorithm/dashboard");
    expect(fact("Plan")).toBe("Free Trial");
    expect(fact("End date")).toBe("23 Nov 2026");
    expect(fact("Status")).toBe("Active");
    expect(server.calls(START)).toHaveLength(1);
  });

  it("[A2.47] is not offered to a subscriber while the subscription is still being read", async () => {
    markSignedIn();
    server.answer(SUBSCRIPTION, { body: trial, delayMs: 300 });
    open();
    await screen.findByText("Current Subscription");
    expect(screen.queryByText("Start Free Trial")).toBeNull();
    await screen.findByText("Go to Dashboard");
  });

  it("shows a pending payment", async () => {
    await openAsUser(anEmptySubscription({ status: "pending", pending_payment: aPendingPayment }));
    expect(screen.getByRole("heading", { name: "Payment received, being confirmed" })).toBeDefined();
  });

  it("[A2.48] shows Inactive where there is no subscription", async () => {
    await openAsUser();
    expect(fact("Plan")).toBe("No plan at the moment");
    expect(fact("End date")).toBe("Set when a plan starts");
    expect(fact("Status")).toBe("Inactive");
  });

  it("[A2.48, A4.2] says that an editor's access comes with the role", async () => {
    server.answer("GET /auth/profile", { body: aUser({ role: "blog_admin" }) });
    markSignedIn();
    open();
    await screen.findByText("Current Subscription");
    await waitFor(() => expect(fact("Status")).toBe("Active"));
    expect(fact("Plan")).toBe("Included with your role");
    expect(fact("End date")).toBe("No end date");
  });

  it.each([
    [
      "the server's detail",
      { status: 400, body: { detail: "Free trial already used", code: "trial_used" } },
      "Free trial already used",
    ],
    ["that it failed", { status: 500, body: {} }, "Failed to start free trial"],
    ["that something unexpected happened", { isCutOff: true }, "An unexpected error occurred. Please try again."],
    [
      "that a login is needed",
      { status: 401, body: { detail: "Please log in.", code: "not_signed_in" } },
      "Please log in to start your free trial.",
    ],
  ])("[A5.9, A8.5] says %s", async (_, answer, text) => {
    await openAsUser();
    server.answer(START, answer);
    fireEvent.click(screen.getByText("Start Free Trial"));
    await expectAnnounced(text);
  });
});
