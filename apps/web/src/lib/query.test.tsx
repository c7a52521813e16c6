import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../testing/render-site.tsx";
import { ApiError } from "./api.ts";
import { createQueryClient, QueryProvider, read } from "./query.tsx";
import { useSession } from "./session.tsx";

preparePageTests();
const server = provideApiServer();

const retries = createQueryClient().getDefaultOptions().queries;
const error = (status: number) => new ApiError({ status, code: "internal", detail: null });

describe("reading through the cache", () => {
  it("[B9.3] makes three attempts, after 1 s and after 2 s", () => {
    const { retry, retryDelay } = retries ?? {};
    if (typeof retry !== "function" || typeof retryDelay !== "function") throw new Error("both are rules");
    expect([0, 1, 2].map((failures) => retry(failures, error(503)))).toEqual([true, true, false]);
    expect([0, 1].map((failures) => retryDelay(failures, error(503)))).toEqual([1_000, 2_000]);
  });

  it.each([
    [0, true],
    [429, true],
    [500, true],
    [400, false],
    [401, false],
    [404, false],
  ])("after status %i it tries again: %s", (status, isRetried) => {
    const { retry } = retries ?? {};
    expect(typeof retry === "function" && retry(0, error(status))).toBe(isRetried);
  });

  it("types a query by its endpoint", async () => {
    server.answer("GET /auth/profile", { body: aUser() });
    const Name = () => <p>{useQuery(read("/auth/profile")).data?.name}</p>;
    const Page = () => (
      <QueryProvider>
        <Name />
      </QueryProvider>
    );
    renderSite({ at: "/", pages: { "/": Page } });
    await waitFor(() => expect(screen.getByText("Asha Rao")).toBeTruthy());
  });

  it("[B2.23] notices the session's end in the first answer that reports it", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/wishes", {
      body: { skipped_day: null, next_day: null, never_trade: [], loss_limit: null },
    });
    const Preferences = () => {
      const { refetch, isSuccess } = useQuery(read("/algorithm/wishes"));
      return (
        <button type="button" onClick={() => void refetch()}>
          {isSuccess ? "read" : "waits"}
        </button>
      );
    };
    const Page = () => (
      <QueryProvider>
        <p>{useSession().kind}</p>
        <Preferences />
      </QueryProvider>
    );
    renderSite({ at: "/", pages: { "/": Page } });
    await screen.findByText("user");
    await screen.findByText("read");
    for (const route of ["GET /auth/profile", "GET /algorithm/wishes"])
      server.answer(route, { status: 401, body: { detail: "", code: "not_signed_in" } });
    fireEvent.click(screen.getByRole("button"));
    expect(await screen.findByText("visitor")).toBeDefined();
  });
});
