import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join("|").replaceAll("/", "[\\\\/]"));

/**
 * What every page needs arrives in two files instead of two dozen: the framework, which changes with its version only,
 * and the frame around the pages. Only modules that the root imports anyway may be named here.
 */
const everyPage = [
  { name: "react", test: anyOf("node_modules/(react|react-dom|react-router|scheduler|cookie-es|@remix-run)/") },
  {
    name: "frame",
    test: anyOf(
      "/web/src/app/(?!sandbox-bar|sandbox-clock|logout-dialog)",
      "/web/src/lib/(api|session|session-store|page-mode|metadata)\\.",
      "/web/src/texts/site\\.",
      "/web/src/ui/(button|class-names|logo|spinner|toast)\\.",
      "/core/src/site/brand\\.",
      "node_modules/(radix-ui|@radix-ui)/.*slot",
      "node_modules/lucide-react/dist/esm/(createLucideIcon|Icon|defaultAttributes|context|shared)",
      "node_modules/lucide-react/dist/esm/icons/(menu|x|wifi-off)\\.",
    ),
  },
];

/** What several pages share and would otherwise fetch in crumbs. */
const together = [
  { name: "figures", test: anyOf("/web/src/lib/format\\.", "/core/src/(time/(ist|clock)|shared/money)\\.") },
  {
    name: "home",
    test: anyOf("/web/src/texts/home\\.", "/web/src/features/home/(film-files|home-navigation|section-heading)\\."),
  },
];

export default defineConfig({
  // Known while building, so that switched-off claims are not even in the files (lib/site-claims.ts).
  define: { "import.meta.env.SITE_CLAIMS": JSON.stringify(process.env["SITE_CLAIMS"] || "on") },
  plugins: [tailwindcss(), reactRouter()],
  // An inlined asset is a data: address, and the content security policy allows those for pictures only.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [...everyPage, ...together] } } } } },
  },
});
