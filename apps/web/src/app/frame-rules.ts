export interface Frame {
  readonly hasHeader: boolean;
  readonly hasFooter: boolean;
  /** The page brings bars of its own, and therefore its own `<main id="main">`. */
  readonly hasOwnMain: boolean;
}

const HEADERLESS_PATHS: ReadonlySet<string> = new Set(["/", "/products", "/dashboard/trading"]);
const FOOTERLESS_PATHS: ReadonlySet<string> = new Set(["/algorithm", "/subscription-plans", "/free-trial"]);
const DASHBOARD = "/algorithm/dashboard";

/** A2.18: which parts of the general layout a path shows. */
export function frameFor(pathname: string): Frame {
  const path = pathname === "/" ? pathname : pathname.replace(/\/+$/, "");
  const isDashboard = path === DASHBOARD || path.startsWith(`${DASHBOARD}/`);
  const hasHeader = !isDashboard && !HEADERLESS_PATHS.has(path);
  return { hasHeader, hasFooter: hasHeader && !FOOTERLESS_PATHS.has(path), hasOwnMain: isDashboard || path === "/" };
}
