import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** Every page but home, auth, login, the sandbox and the last resort. */
export const siteRoutes: RouteConfigEntry[] = [
  route("courses", "routes/courses.tsx"),
  route("algorithm", "routes/algorithm.tsx"),
  route("algorithm/dashboard/:tab?", "routes/dashboard.tsx"),
  route("dashboard/trading", "routes/trading-dashboard.tsx"),
  route("dashboard/blog", "routes/blog-home.tsx"),
  // A pattern with a star is never prerendered: its answer depends on what follows the address.
  route("dashboard/*", "routes/dashboard-alias.tsx"),
  route("blogs/*", "routes/blogs-alias.tsx"),
  route("research", "routes/research.tsx"),
  route("research/create", "routes/research-create.tsx"),
  route("research/:slug", "routes/research-article.tsx"),
  route("subscription-plans", "routes/subscription-plans.tsx"),
  // B2.5: spelled so by the specification
  route("subscirption-plans", "routes/subscription-plans.tsx", { id: "subscirption-plans" }),
  route("monthly-heatmap", "routes/monthly-heatmap.tsx"),
  route("google/callback", "routes/google-callback.tsx"),
  route("free-trial", "routes/free-trial.tsx"),
  route("broker-selection", "routes/broker-selection.tsx"),
  // Where trade alerts of push and Telegram lead, signed in or not.
  route("approve", "routes/approve.tsx"),
  route("connect/:broker", "routes/connect.tsx"),
  route("products", "routes/products.tsx"),
  route("blog-storage-setup", "routes/blog-storage-setup.tsx"),
  route("blog-database-setup", "routes/blog-database-setup.tsx"),
  route("supabase-test", "routes/supabase-test.tsx"),
  route("blog-admin/login", "routes/blog-admin-login.tsx"),
  route("admin/login", "routes/admin-login.tsx"),
  route("admin/dashboard", "routes/admin-dashboard.tsx"),
  route("admin/backtest", "routes/admin-backtest.tsx"),
  route("secret", "routes/secret.tsx"),
  route("secret/dashboard", "routes/secret-dashboard.tsx"),
  route("newsletter", "routes/newsletter.tsx"),
  route("newsletter/admin", "routes/newsletter-admin.tsx"),
  route("forgot-password", "routes/forgot-password.tsx"),
  route("support", "routes/support.tsx"),
  route("about", "routes/about.tsx"),
  route("sandbox/kit", "routes/sandbox-kit.tsx"),
];
