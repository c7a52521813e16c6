import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Countdown } from "./countdown.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("[A4.9] starts at 3h 0m 0s, runs to zero and stops", () => {
  const onEnd = vi.fn();
  render(<Countdown seconds={10_800} label="Offer ends" onEnd={onEnd} />);
  const timer = screen.getByRole("timer", { name: "Offer ends" });
  expect(timer.textContent).toBe("3h 0m 0s");
  act(() => vi.advanceTimersByTime(61_000));
  expect(timer.textContent).toBe("2h 58m 59s");
  act(() => vi.advanceTimersByTime(11_000_000));
  expect(timer.textContent).toBe("0s");
  expect(onEnd).toHaveBeenCalledOnce();
});

it("restarts with a new number", () => {
  const { rerender } = render(<Countdown seconds={10} label="Left" />);
  act(() => vi.advanceTimersByTime(4_000));
  rerender(<Countdown seconds={300} label="Left" />);
  expect(screen.getByRole("timer").textContent).toBe("5m 0s");
});
