import { type ComponentType, lazy, memo, Suspense } from "react";

const HEAD_START = "600px 0px";

/** Resolves when the element comes near the viewport; at once where it is not in the page, or leaves it. */
export function approaching(id: string): Promise<void> {
  const element = typeof document === "undefined" ? null : document.getElementById(id);
  if (element === null || typeof IntersectionObserver === "undefined") return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (element.isConnected && !entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: HEAD_START },
    );
    observer.observe(element);
  });
}

/**
 * A2.24: the text is in the first HTML, and the code loads when the section comes near the viewport. Until then React
 * keeps the server's markup if nothing renders it again: hence the memo, and props that stay the same. On navigation
 * from another page there is no markup, and the code is loaded at once.
 */
export function lazySection<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Section = lazy(async () => {
    await approaching(id);
    return { default: await load() };
  }) as unknown as ComponentType<Props>;
  const LazySection = (props: Props) => (
    <Suspense fallback={<div className="home-section-place" />}>
      <Section {...props} />
    </Suspense>
  );
  return memo(LazySection) as unknown as ComponentType<Props>;
}
