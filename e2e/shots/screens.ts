import { dayStates } from "./day-screens.ts";
import type { Screen } from "./screen.ts";
import { dashboardTabs, press, tabPath } from "./tab-paths.ts";

const publicPaths = [
  "/",
  "/auth",
  "/login",
  "/algorithm",
  "/subscription-plans",
  "/subscirption-plans",
  "/monthly-heatmap",
  "/google/callback",
  "/free-trial",
  "/broker-selection",
  "/products",
  "/admin/login",
  "/admin/dashboard",
  "/secret",
  "/blog-admin/login",
  "/forgot-password",
  "/support",
  "/about",
  "/dashboard/trading",
  "/connect/zerodha",
  "/sandbox",
] as const;

const articlePaths = [
  "/research",
  "/research/intraday-costs-to-the-paisa",
  "/research/none-yet",
  "/newsletter",
  "/newsletter/admin",
  "/status",
] as const;

/** The operator's token opens the blog's administration too. */
const blogPaths = [
  "/research/create",
  "/dashboard/blog",
  "/blog-storage-setup",
  "/blog-database-setup",
  "/supabase-test",
] as const;

const nameOf = (path: string): string => (path === "/" ? "home" : path.slice(1).replaceAll("/", "-"));
const authStates: readonly Screen[] = [
  {
    name: "auth-login-faults",
    path: "/auth",
    viewer: "visitor",
    act: async (page) => page.locator("form button[type=submit]").first().click(),
  },
];

const kitStates: readonly Screen[] = [
  { name: "sandbox-kit", path: "/sandbox/kit", viewer: "visitor", hasLightTheme: true },
  {
    name: "sandbox-kit-dialog",
    path: "/sandbox/kit",
    viewer: "visitor",
    hasLightTheme: true,
    isWindowOnly: true,
    act: press("Open dialog"),
  },
  {
    name: "sandbox-kit-confirm",
    path: "/sandbox/kit",
    viewer: "visitor",
    hasLightTheme: true,
    isWindowOnly: true,
    act: press("Ask to confirm"),
  },
  {
    name: "sandbox-kit-toasts",
    path: "/sandbox/kit",
    viewer: "visitor",
    hasLightTheme: true,
    isWindowOnly: true,
    act: async (page) => {
      for (const kind of ["success", "error", "warning"]) await press(`Toast: ${kind}`)(page);
    },
  },
];

const dashboardStates: readonly Screen[] = [
  ...dashboardTabs.map(
    (tab): Screen => ({
      name: `dashboard-${tab.toLowerCase()}`,
      path: tabPath(tab),
      viewer: "subscriber",
      hasLightTheme: true,
      isWindowOnly: true,
    }),
  ),
  {
    name: "dashboard-menu",
    path: tabPath("UserProfile"),
    viewer: "subscriber",
    isWindowOnly: true,
    act: async (page) => {
      const menu = page.getByRole("button", { name: "Open menu" });
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: "dashboard-gate",
    path: tabPath("FyersConnection"),
    viewer: "newcomer",
    hasLightTheme: true,
    isWindowOnly: true,
  },
  { name: "dashboard-profile-newcomer", path: tabPath("UserProfile"), viewer: "newcomer", isWindowOnly: true },
  { name: "dashboard-subscription-none", path: tabPath("Subscription"), viewer: "newcomer", isWindowOnly: true },
];

export const screens: readonly Screen[] = [
  ...publicPaths.map((path): Screen => ({ name: nameOf(path), path, viewer: "visitor" })),
  ...articlePaths.map((path): Screen => ({ name: nameOf(path), path, viewer: "visitor", hasLightTheme: true })),
  ...blogPaths.map((path): Screen => ({ name: nameOf(path), path, viewer: "operator", hasLightTheme: true })),
  ...authStates,
  ...kitStates,
  ...dashboardStates,
  ...dayStates,
  { name: "sandbox-exchange", path: "/sandbox?tab=exchange", viewer: "visitor" },
  { name: "sandbox-accounts", path: "/sandbox?tab=accounts", viewer: "visitor" },
  { name: "desk", path: "/secret/dashboard", viewer: "operator", hasLightTheme: true },
  { name: "desk-guarantees", path: "/secret/guarantees", viewer: "operator", hasLightTheme: true },
  {
    name: "desk-stop",
    path: "/secret/dashboard",
    viewer: "operator",
    hasLightTheme: true,
    isWindowOnly: true,
    act: async (page) =>
      page
        .getByRole("button", { name: /^Stop all/ })
        .filter({ visible: true })
        .click(),
  },
  { name: "desk-users", path: "/admin/dashboard", viewer: "operator", hasLightTheme: true, isWindowOnly: true },
  { name: "admin-backtest", path: "/admin/backtest", viewer: "operator", hasLightTheme: true },
  { name: "admin-backtest-denied", path: "/admin/backtest", viewer: "newcomer" },
  { name: "courses", path: "/courses", viewer: "subscriber" },
  { name: "algorithm-subscriber", path: "/algorithm", viewer: "subscriber" },
  { name: "algorithm-newcomer", path: "/algorithm", viewer: "newcomer" },
  { name: "dashboard-trading-subscriber", path: "/dashboard/trading", viewer: "subscriber", hasLightTheme: true },
];
