import { act, render, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearScrollTarget, setScrollTarget, useScrollTarget } from "../../lib/scroll-target.ts";
import { preparePageTests } from "../../testing/render-site.tsx";
import { useSmoothScroll } from "./use-smooth-scroll.ts";

preparePageTests();

const scrolled = vi.fn();
beforeEach(() => {
  scrolled.mockClear();
  clearScrollTarget();
  Element.prototype.scrollIntoView = function scrollIntoView(options) {
    scrolled(this.id, options);
  };
});

function Page({ ids }: { readonly ids: readonly string[] }) {
  useSmoothScroll();
  const target = useScrollTarget();
  return (
    <>
      <output>{target ?? "none"}</output>
      {ids.map((id) => (
        <section key={id} id={id} />
      ))}
    </>
  );
}

describe("[A2.26] the shared scroll target", () => {
  it("set before the home page is there, is scrolled to on arrival and then cleared", async () => {
    setScrollTarget("reviews");
    const { getByRole } = render(<Page ids={["glance", "reviews"]} />);
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith("reviews", { behavior: "smooth", block: "start" }));
    await waitFor(() => expect(getByRole("status").textContent).toBe("none"));
    expect(scrolled).toHaveBeenCalledOnce();
  });

  it("works again for the same place", async () => {
    render(<Page ids={["glance"]} />);
    act(() => setScrollTarget("glance"));
    await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
    act(() => setScrollTarget("glance"));
    await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(2));
  });

  it("waits for a section that is still loading", async () => {
    const { rerender } = render(<Page ids={[]} />);
    act(() => setScrollTarget("education"));
    await new Promise(requestAnimationFrame);
    expect(scrolled).not.toHaveBeenCalled();
    rerender(<Page ids={["education"]} />);
    await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
  });

  it("jumps for users who prefer reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    render(<Page ids={["glance"]} />);
    act(() => setScrollTarget("glance"));
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith("glance", { behavior: "auto", block: "start" }));
  });
});
