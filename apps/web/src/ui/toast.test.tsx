import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { showToast, TOAST_DURATION_MS, ToastHost } from "./toast.tsx";

afterEach(cleanup);

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));

it("[A2.31] stays for 5 seconds by default", () => {
  expect(TOAST_DURATION_MS).toBe(5_000);
});

it("shows a toast and reads it out, errors with urgency", async () => {
  render(<ToastHost />);
  expect(document.querySelector("[data-sonner-toaster]")).toBeNull();

  act(() => showToast("success", "Coupon applied! Discount activated."));
  expect(screen.getByRole("status").textContent).toBe("Coupon applied! Discount activated.");
  await waitFor(() => expect(document.querySelector("[data-toast=success]")).not.toBeNull());

  act(() => showToast("error", "Login failed"));
  expect(screen.getByRole("alert").textContent).toBe("Login failed");
  expect(screen.getByRole("status").textContent).toBe("");
  await waitFor(() => expect(document.querySelector("[data-toast=error]")?.textContent).toBe("Login failed"));

  const toasters = document.querySelectorAll("section[aria-live]");
  expect([...toasters].map((section) => section.getAttribute("aria-live"))).toEqual(["off"]);
});

it("[A9.1] is at the foot of a phone, where it covers no title, and at the top of anything wider", async () => {
  const place = () => document.querySelector("[data-sonner-toaster]")?.getAttribute("data-y-position");
  for (const [isPhone, expected] of [
    [true, "bottom"],
    [false, "top"],
  ] as const) {
    vi.stubGlobal("matchMedia", () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }));
    render(<ToastHost />);
    act(() => showToast("success", "Saved."));
    await waitFor(() => expect(place()).toBe(expected));
    cleanup();
  }
});

it("can be closed before its time, and kinds differ by their edge as well as by their icon", async () => {
  render(<ToastHost />);
  act(() => showToast("warning", "Stop request sent - verifying status..."));
  await waitFor(() => expect(document.querySelector("[data-toast=warning]")).not.toBeNull());
  const warning = document.querySelector("[data-toast=warning]");
  expect(warning?.className).toContain("border-l-warn");
  const close = warning?.querySelector("button");
  expect(close?.getAttribute("aria-label")).toBe("Dismiss this message");
  if (close) fireEvent.click(close);
  await waitFor(() => expect(document.querySelector("[data-toast=warning]")).toBeNull(), { timeout: 60_000 });
});
