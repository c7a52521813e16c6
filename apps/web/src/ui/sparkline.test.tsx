import { cleanup, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { Sparkline, toSparklinePoints } from "./sparkline.tsx";

afterEach(cleanup);

it("stays inside its picture and runs from left to right", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 2, maxLength: 200 }), (values) => {
      const points = toSparklinePoints(values);
      for (const [x, y] of points) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(120);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(36);
      }
      const xs = points.map(([x]) => x);
      expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    }),
  );
});

it("is a picture with a name, and nothing at all with less than two values", () => {
  render(<Sparkline values={[3, 5]} label="Rises from 3 to 5" />);
  expect(screen.getByRole("img", { name: "Rises from 3 to 5" })).toBeDefined();
  cleanup();
  render(<Sparkline values={[3]} label="One" />);
  expect(screen.queryByRole("img")).toBeNull();
});
