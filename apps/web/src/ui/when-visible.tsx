import { type ReactNode, useEffect, useRef, useState } from "react";

/** How far below the window something is when it is drawn, so that it stands there when it is scrolled to. */
const AHEAD = "25% 0px";

interface WhenNearProps {
  /** For links to this place, which is there before what stands in it. */
  id?: string;
  /** How much room is held for it. */
  place?: string;
  children: ReactNode;
}

/** What stands far down a page is fetched and drawn when somebody comes near it. */
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
