import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** A2.19: each new path begins at its top, also when going back; screen readers announce the new page's title. */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const shownPath = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    history.scrollRestoration = "manual";
    // A reload is no change of path: the browser restores the scroll position.
    const handBack = () => {
      history.scrollRestoration = "auto";
    };
    window.addEventListener("pagehide", handBack);
    return () => window.removeEventListener("pagehide", handBack);
  }, []);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    setTitle(document.title);
    const target = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target === null) window.scrollTo({ top: 0, left: 0, behavior: "instant" });
    else target.scrollIntoView();
  }, [pathname, hash]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
