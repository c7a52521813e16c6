import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join("|").replaceAll("/", "[\\\\/]"));

/** Loaded by every page, in two files instead of two dozen. Only modules that the root imports anyway may be named. */
const everyPage = [
  { name: "react", test: anyOf("node_modules/(react|react-dom|react-router|scheduler|cookie-es|@remix-run)/") },
  {
    name: "frame",
    test: anyOf(
      "/web/src/app/(?!sandbox-bar|sandbox-clock|logout-dialog)",
      "/web/src/lib/(api|session|session-store|page-mode|metadata|site-origin|format)\\.",
      "/core/src/(time/(ist|clock)|shared/money|billing/plans)\\.",
      "/web/src/texts/site\\.",
      "/web/src/ui/(button|class-names|logo|spinner|toast)\\.",
      "/core/src/site/brand\\.",
      "node_modules/lucide-react/dist/esm/(createLucideIcon|Icon|defaultAttributes|context|shared)",
      "node_modules/lucide-react/dist/esm/icons/(menu|x|wifi-off)\\.",
    ),
  },
];

/** Code that several pages share and would otherwise load in many small files. */
const together = [
  {
    name: "basics",
    test: anyOf(
      "/web/src/ui/(badge|card|field-error|form-fault|skeleton|view-heading)\\.",
      "/web/src/lib/(trial-offer|use-refusal|next-path|use-hydrated|clock|polling|format-subscription)\\.",
      "node_modules/lucide-react/dist/esm/icons/(check|circle-alert|circle-check|circle-exclamation-point|clock|play)\\.",
      "/core/src/site/dashboard-path\\.",
    ),
  },
  { name: "dialog", test: anyOf("/web/src/ui/(late-)?dialog\\.", "/web/src/lib/late-part\\.") },
  { name: "words", test: anyOf("/web/src/texts/account-form\\.", "/core/src/account/rules\\.") },
  {
    name: "fields",
    test: anyOf("/web/src/ui/(field|fault-summary)\\.", "node_modules/lucide-react/dist/esm/icons/(eye|eye-off)\\."),
  },
  { name: "form", test: anyOf("/web/src/lib/(form|form-store)\\.") },
  {
    name: "account",
    test: anyOf(
      "/web/src/lib/(account-check|code-digits|tab-memory|use-countdown)\\.",
      "/web/src/features/account/(account\\.texts|auth-frame|brand-panel)\\.",
      "/web/src/ui/(code-field|new-password-fields|resend-button|strength-meter|terms-sentence|sandbox-link)\\.",
    ),
  },
  { name: "google", test: anyOf("/web/src/features/google/(google-button|google\\.texts|remembered-next)\\.") },
  { name: "signs", test: anyOf("node_modules/lucide-react/dist/esm/icons/(fingerprint-pattern|mail|plus|search)\\.") },
  {
    name: "theme",
    test: anyOf(
      "/web/src/ui/(theme|first-theme|empty-state|error-state|notice-page)\\.",
      "node_modules/lucide-react/dist/esm/icons/(sun|moon)\\.",
    ),
  },
  {
    name: "reading",
    test: anyOf(
      "/web/src/ui/(inline-prose|prose)\\.",
      "/web/src/features/newsletter/(sign-up-form|newsletter\\.texts)\\.",
      "/web/src/lib/own-api\\.",
    ),
  },
  {
    name: "pieces",
    test: anyOf("/web/src/ui/(broker-marks|faq-list|legal-footer|sample-badge|stars|stat)\\."),
  },
  {
    name: "standing",
    test: anyOf("/web/src/ui/pending-payment\\.", "/web/src/lib/use-payment-watch\\."),
  },
  {
    name: "home",
    test: anyOf("/web/src/texts/home\\.", "/web/src/features/home/(film-files|home-navigation|section-heading)\\."),
  },
  {
    name: "query",
    test: anyOf(
      "node_modules/@tanstack/query-core/build/modern/(?!infiniteQueryObserver|queriesObserver)",
      "node_modules/@tanstack/react-query/build/modern/(?!useInfiniteQuery|useQueries|useMutationState)",
      "/web/src/lib/query\\.",
    ),
  },
  {
    name: "board",
    test: anyOf(
      "/web/src/features/dashboard/(?!profile-tab|subscription-tab|subscription-gate)",
      "/web/src/features/kill-switch/",
      "/web/src/features/approval/approval-host\\.",
      "/web/src/features/notification/alert-queries\\.",
      "/web/src/routes/frame-parts\\.",
      "/web/src/lib/market-clock\\.",
      "/web/src/ui/(detail-list|connection-skeleton)\\.",
      "node_modules/lucide-react/dist/esm/icons/(activity|bell|circle-user-round|credit-card|life-buoy|plug|power|refresh-cw|settings|shield-check|square|user)\\.",
    ),
  },
  {
    name: "links",
    test: anyOf(
      "/web/src/texts/connection\\.",
      "/web/src/lib/(broker-login-window|credential-form)\\.",
      "/web/src/ui/copy-field\\.",
      "/web/src/features/broker-link/link/(egress-address|failure|leave-buttons|link|link-card|link-facts|use-link-status)\\.",
      "node_modules/lucide-react/dist/esm/icons/(copy|external-link|file-text)\\.",
    ),
  },
];

export default defineConfig({
  // Known at build time, so that switched-off claims are not even in the files (lib/site-claims.ts).
  define: {
    "import.meta.env.SITE_CLAIMS": JSON.stringify(process.env["SITE_CLAIMS"] || "on"),
    "import.meta.env.COMPANY_FACTS": JSON.stringify(process.env["COMPANY_FACTS"] || "{}"),
  },
  // Found at once and not one screen at a time: each late find would reload the open page.
  optimizeDeps: { entries: ["src/**/*.tsx", "!src/**/*.test.tsx", "!src/testing/**"] },
  clearScreen: false,
  // A build beside it must not reload the open page.
  server: { watch: { ignored: ["**/apps/web/build/**"] } },
  plugins: [tailwindcss(), reactRouter()],
  // An inlined asset is a data: address, and the content security policy allows those for pictures only.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [...everyPage, ...together] } } } } },
  },
});
