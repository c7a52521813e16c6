import { cleanup, render, screen } from "@testing-library/react";
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { errorTexts } from "../texts/site.texts.ts";
import { ErrorPage } from "./error-page.tsx";
import { QuietBoundary } from "./quiet-boundary.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("when a page fails", () => {
  it("offers another try and a link home", () => {
    render(<ErrorPage error={new Error("boom")} />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(errorTexts.title);
    expect(screen.getByRole("button", { name: errorTexts.retry })).toBeTruthy();
    expect(screen.getByRole("link", { name: errorTexts.home }).getAttribute("href")).toBe("/");
  });

  it("offers no second try for a page that does not exist", () => {
    render(<ErrorPage error={new ErrorResponse(404, "Not Found", null)} />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(errorTexts.missingTitle);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("when an optional part fails", () => {
  it("keeps the rest of the page", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error("boom");
    };
    render(
      <>
        <p>page</p>
        <QuietBoundary>
          <Broken />
        </QuietBoundary>
      </>,
    );
    expect(screen.getByText("page")).toBeTruthy();
  });
});
