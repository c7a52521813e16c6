export interface Frame {
  readonly hasHeader: boolean;
  readonly hasFooter: boolean;
  /** The page has bars of its own, and therefore its own `<main id="main">`. */
  readonly hasOwnMain: boolean;
}

const HEADERLESS_PATHS: ReadonlySet<string> = new Set(["/", "/products", "/dashboard/trading"]);
const FOOTERLESS_PATHS: ReadonlySet<string> = new Set([
  "/algorithm",
  "/subscription-plans",
  "/subscirption-plans",
  "/free-trial",
]);
const DASHBOARD = "/algorithm/dashboard";
const DESK_PATHS: ReadonlySet<string> = new Set(["/admin/dashboard", "/admin/backtest"]);
/** Pages in the dashboard's shell or with other bars of their own. */
const OWN_MAIN_PATHS: ReadonlySet<string> = new Set(["/", "/dashboard/trading"]);

/** A2.18: which parts of the general layout a path shows. */
export function frameFor(pathname: string): Frame {
  const path = pathname === "/" ? pathname : pathname.replace(/\/+$/, "");
  const isDashboard = path === DASHBOARD || path.startsWith(`${DASHBOARD}/`);
  const isDesk = DESK_PATHS.has(path) || path.startsWith("/secret/");
  const hasHeader = !isDashboard && !isDesk && !HEADERLESS_PATHS.has(path);
  return {
    hasHeader,
    hasFooter: hasHeader && !FOOTERLESS_PATHS.has(path),
    hasOwnMain: isDashboard || isDesk || OWN_MAIN_PATHS.has(path),
  };
}
