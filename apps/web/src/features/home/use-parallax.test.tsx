import { act, render } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { preparePageTests } from "../../testing/render-site.tsx";
import { PARALLAX_FACTOR, parallaxShiftPx, useParallax } from "./use-parallax.ts";

preparePageTests();

function Layer() {
  const layer = useRef<HTMLDivElement>(null);
  useParallax(layer);
  return <div ref={layer} data-testid="layer" />;
}

/** Frames run when the test says so. */
let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});

function scrollTo(top: number): void {
  vi.stubGlobal("scrollY", top);
  act(() => {
    window.dispatchEvent(new Event("scroll"));
    for (const draw of frames.splice(0)) draw();
  });
}

describe("[A2.23][A9.1] the film under the page", () => {
  it("moves at half the speed of the page", () => {
    expect(PARALLAX_FACTOR).toBe(0.5);
    expect(parallaxShiftPx(800)).toBe(-400);
    expect(parallaxShiftPx(-60)).toBe(-0); // a page that is pulled down beyond its top
  });

  it("follows the scroll, once per frame however many events arrive", () => {
    const { getByTestId } = render(<Layer />);
    vi.stubGlobal("scrollY", 600);
    for (let times = 0; times < 5; times += 1) window.dispatchEvent(new Event("scroll"));
    expect(frames).toHaveLength(1);
    scrollTo(600);
    expect(getByTestId("layer").style.transform).toBe("translate3d(0, -300px, 0)");
  });

  it("does not move for users who prefer reduced motion", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    const { getByTestId } = render(<Layer />);
    scrollTo(600);
    expect(getByTestId("layer").style.transform).toBe("");
  });
});
