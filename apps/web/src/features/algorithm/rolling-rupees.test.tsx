import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { RollingRupees } from "./rolling-rupees.tsx";

it("[A2.39] shows a place that appears with its digit at once, never a 0 before the amount", () => {
  const { container, rerender } = render(<RollingRupees rupees={87_500} />);
  /** The digit of the lakhs: the second of seven places. */
  const roll = () => container.querySelectorAll<HTMLElement>("[style*=translateY]")[1];
  const before = roll();
  expect(before?.closest(".invisible")).not.toBeNull();
  rerender(<RollingRupees rupees={487_500} />);
  expect(roll()?.closest(".invisible")).toBeNull();
  expect(roll()?.style.transform).toBe("translateY(-40%)");
  // The same element would roll there.
  expect(roll()).not.toBe(before);
});
