import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { siteTexts } from "../texts/site.texts.ts";
import { OfflineNotice } from "./offline-notice.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("appears offline and disappears online", () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  render(<OfflineNotice />);
  expect(screen.getByRole("status").textContent).toBe("");
  onLine.mockReturnValue(false);
  fireEvent(window, new Event("offline"));
  expect(screen.getByRole("status").textContent).toBe(siteTexts.offline);
  onLine.mockReturnValue(true);
  fireEvent(window, new Event("online"));
  expect(screen.getByRole("status").textContent).toBe("");
});
