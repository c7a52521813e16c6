import { ONCE } from "../fixtures/sizes.ts";
import { expect, test } from "../fixtures/test.ts";

/** A visitor's final page; `null`: stays on the page and finds its heading. */
const forVisitors: readonly (readonly [path: string, end: RegExp | null])[] = [
  ["/research", null],
  ["/research/create", /\/blog-admin\/login$/],
  ["/subscription-plans", null],
  ["/subscirption-plans", null],
  ["/monthly-heatmap", null],
  ["/free-trial", null],
  ["/broker-selection", null],
  ["/products", null],
  ["/dashboard/trading", null],
  ["/dashboard/blog", /\/blog-admin\/login\?next=%2Fdashboard%2Fblog$/],
  ["/blog-storage-setup", null],
  ["/blog-database-setup", null],
  ["/supabase-test", null],
  ["/admin/login", null],
  ["/admin/dashboard", /\/admin\/login$/],
  ["/secret", null],
  ["/secret/dashboard", /\/secret$/],
  ["/blog-admin/login", null],
  ["/blogs", /\/research$/],
  ["/support", null],
  ["/about", null],
  ["/status", null],
  ["/newsletter", null],
  ["/forgot-password", null],
];

test(
  "[A2.5][A2.6][A2.7][A2.8][A2.9][A2.11][A2.12][A2.13][A2.14][A2.15][A2.17] every path of the site opens, or sends a visitor to the right login",
  ONCE,
  async ({ page }) => {
    for (const [path, end] of forVisitors) {
      await page.goto(path);
      if (end === null) await expect(page, path).toHaveURL(new RegExp(`${path}$`));
      else await expect(page, path).toHaveURL(end);
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    }
  },
);

test(
  "[B2.4][B2.8] the trading page asks a visitor to log in and shows a user its title",
  ONCE,
  async ({ page, request }) => {
    await page.goto("/dashboard/trading");
    await expect(page.getByText("Authentication Required")).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to Login" })).toHaveAttribute("href", "/auth");
    const { users } = await (await request.get("/sandbox/accounts")).json();
    await page.request.post("/auth/login", { data: { email: users[0].email, password: users[0].password } });
    await page.goto("/dashboard/trading");
    await expect(page.getByRole("heading", { name: "Fyers Trading Dashboard" })).toBeVisible();
  },
);
