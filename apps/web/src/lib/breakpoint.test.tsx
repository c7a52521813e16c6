import { act, cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { useIsMobile } from "./breakpoint.ts";
import { POLL } from "./polling.ts";

afterEach(cleanup);

/** A window with an adjustable width; it understands `(width < N px)`. */
function openWindow(initialWidth: number) {
  let width = initialWidth;
  const listeners = new Set<() => void>();
  vi.stubGlobal("matchMedia", (query: string) => ({
    get matches() {
      return width < Number(/width < (\d+)px/.exec(query)?.[1]);
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return (next: number) => {
    width = next;
    for (const listener of listeners) listener();
  };
}

const Probe = () => <output>{useIsMobile() ? "mobile" : "wide"}</output>;

it("[A4.10] is true under 768 px, false from there on, and follows the window", () => {
  const resize = openWindow(767);
  render(<Probe />);
  expect(screen.getByRole("status").textContent).toBe("mobile");
  act(() => resize(768));
  expect(screen.getByRole("status").textContent).toBe("wide");
  act(() => resize(360));
  expect(screen.getByRole("status").textContent).toBe("mobile");
});

it("assumes a wide window where there is none", () => {
  expect(renderToString(<Probe />)).toContain("wide");
});

it("[B9.2][C4.13] polls as often as specified", () => {
  expect(POLL).toMatchObject({
    brokerAlgorithmMs: 5_000,
    multiBrokerMs: 10_000,
    adminBrokerStatusMs: 30_000,
    scheduledOrdersMs: 10_000,
    paymentMs: 5_000,
    backtestMs: 1_000,
    clockMs: 1_000,
  });
});
