import { type ReactNode, useEffect, useRef, useState } from "react";

/** How far below the window a part is rendered, so that it is ready when scrolled to. */
const AHEAD = "25% 0px";

interface WhenNearProps {
  /** For links to this place, which exists before its content. */
  id?: string;
  place?: string;
  children: ReactNode;
}

export function WhenVisible({ id, place = "min-h-64", children }: WhenNearProps) {
  const spot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || spot.current === null) return undefined;
    if (typeof IntersectionObserver === "undefined") return setNear(true);
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    watch.observe(spot.current);
    return () => watch.disconnect();
  }, [isNear]);
  return (
    <div ref={spot} id={id} className={isNear ? undefined : place}>
      {isNear && children}
    </div>
  );
}
