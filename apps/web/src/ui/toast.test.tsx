import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { showToast, TOAST_DURATION_MS, ToastHost } from "./toast.tsx";

afterEach(cleanup);

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));

it("[A2.31] stays for 5 seconds unless told otherwise", () => {
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
