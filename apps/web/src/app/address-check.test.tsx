import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { aSubscription, aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../testing/render-site.tsx";
import { AddressCheck } from "./address-check.ts";

preparePageTests();
const server = provideApiServer();
const CHECK = "GET /otp/check-ip-verification";

beforeEach(() => {
  vi.stubGlobal("requestIdleCallback", (then: () => void) => {
    then();
    return 1;
  });
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  server.answer(CHECK, { body: { is_verified: false, verified_at: null, message: "" } });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
});

const Page = () => (
  <>
    <h1>Here</h1>
    <AddressCheck />
  </>
);
const open = () => renderSite({ at: "/about", pages: { "/about": Page } });

it("[A7.21] asks about the address at the start, for a visitor too, and once per page load", async () => {
  open();
  await waitFor(() => expect(server.calls(CHECK)).toHaveLength(1));
  cleanup();
  open();
  await screen.findByRole("heading", { name: "Here" });
  expect(server.calls(CHECK)).toHaveLength(1);
  cleanup(); // while the stubs stand
});

it("does not ask for signed-in users, where other pages do", async () => {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  open();
  await waitFor(() => expect(server.calls("GET /algorithm/subscription")).toHaveLength(1));
  expect(server.calls(CHECK)).toHaveLength(0);
});
