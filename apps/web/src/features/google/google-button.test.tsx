import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { googleFailureTexts, googleTexts } from "./google.texts.ts";
import { GoogleButton } from "./google-button.tsx";
import { takeNextPath } from "./stored-next.ts";

preparePageTests();
const server = provideApiServer();
afterEach(() => sessionStorage.clear());

const START = "GET /google-auth/signup";
const authUrl = "https://accounts.google.example/o/oauth2/v2/auth?state=st";

function open(search = "") {
  const left: string[] = [];
  const Page = () => <GoogleButton onLeave={(address) => left.push(address)} />;
  renderSite({ at: `/login${search}`, pages: { "/login": Page } });
  return left;
}
const button = () => screen.getByRole("button", { name: googleTexts.button });

describe("the Google button", () => {
  it("[A2.28, A4.4, A7.7] requests the authorization address once and sends the browser there", async () => {
    server.answer(START, { body: { auth_url: authUrl }, delayMs: 50 });
    const left = open();
    fireEvent.click(button());
    await waitFor(() => expect(button().getAttribute("aria-busy")).toBe("true"));
    fireEvent.click(button());
    await waitFor(() => expect(left).toEqual([authUrl]));
    expect(server.calls(START)).toHaveLength(1);
    expect(button().getAttribute("aria-busy")).toBe("true");
  });

  it.each([
    ["refuses", { status: 503, body: { detail: "Not available.", code: "google_unavailable" } }],
    ["cannot be reached", { isCutOff: true }],
  ])("[A8.4] says so and can be pressed again when the server %s", async (_, answer) => {
    server.answer(START, answer);
    const left = open();
    fireEvent.click(button());
    expect(button().getAttribute("aria-busy")).toBe("true");
    await waitFor(() => expect(button().getAttribute("aria-busy")).toBeNull());
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(googleFailureTexts.refused));
    expect(left).toEqual([]);
  });

  it("[A2.3] remembers the target page", async () => {
    server.answer(START, { body: { auth_url: authUrl } });
    const left = open(`?next=${encodeURIComponent("/subscription-plans?band=3&coupon=HALF")}`);
    fireEvent.click(button());
    await waitFor(() => expect(left).toHaveLength(1));
    expect(takeNextPath()).toBe("/subscription-plans?band=3&coupon=HALF");
    expect(takeNextPath()).toBeNull();
  });

  it("remembers no other site, and nothing of an earlier attempt", async () => {
    server.answer(START, { body: { auth_url: authUrl } });
    sessionStorage.setItem("google_next", "/courses");
    const left = open("?next=//evil.example");
    fireEvent.click(button());
    await waitFor(() => expect(left).toHaveLength(1));
    expect(sessionStorage).toHaveLength(0);
  });

  it("recovers when the browser's back button restores the page from its cache", async () => {
    server.answer(START, { body: { auth_url: authUrl } });
    const left = open();
    fireEvent.click(button());
    await waitFor(() => expect(left).toHaveLength(1));
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await waitFor(() => expect(button().getAttribute("aria-busy")).toBeNull());
  });
});
