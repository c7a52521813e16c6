import { brand } from "@vriddhi/core/site/brand";
import { Link } from "react-router";
import { HeaderBar } from "../app/header-bar.tsx";
import { LegalLinks } from "../app/legal-links.tsx";
import { pageMeta, productStructuredData } from "../lib/metadata.ts";
import { homeTexts } from "../texts/home.texts.ts";
import { Button } from "../ui/button.tsx";

export const meta = () =>
  pageMeta({
    title: "Home",
    description: `${brand.tagline}: you connect your broker, set the capital and approve; the system keeps to the plan.`,
    keywords: ["automated trading India", "algorithmic trading", "Fyers", "Angel One", "Zerodha"],
    path: "/",
    structuredData: productStructuredData,
  });

/** The site's header is hidden here (A2.18), so the page brings a bar of its own. */
export default function Home() {
  return (
    <div className="grid min-h-[calc(100dvh-var(--sandbox-bar-height))] grid-rows-[auto_1fr_auto] bg-[radial-gradient(70rem_36rem_at_50%_-12rem,color-mix(in_oklab,var(--accent)_10%,transparent),transparent_70%)]">
      <header>
        <HeaderBar />
      </header>
      <main id="main" className="page-width grid content-center gap-16 py-16">
        <div className="grid max-w-5xl gap-6">
          <h1 className="text-4xl font-semibold">
            {homeTexts.title.map((part) => (
              <span key={part} className="md:block">
                {part}{" "}
              </span>
            ))}
          </h1>
          <p className="max-w-2xl text-lg text-muted">{homeTexts.lead}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <Button asChild variant="primary" size="lg">
              <Link to="/auth?mode=signup" prefetch="intent">
                {homeTexts.start}
              </Link>
            </Button>
            <Button asChild variant="secondary" size="lg">
              <Link to="/algorithm" prefetch="intent">
                {homeTexts.how}
              </Link>
            </Button>
          </div>
        </div>
        <ul className="grid gap-8 border-t border-line pt-10 md:grid-cols-3">
          {homeTexts.points.map(({ title, body }) => (
            <li key={title} className="grid content-start gap-2">
              <h2 className="font-semibold">{title}</h2>
              <p className="text-muted">{body}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer className="page-width grid gap-2 border-t border-line py-6 text-xs text-muted">
        <ul className="flex flex-wrap gap-x-6">
          <LegalLinks />
        </ul>
        <p className="max-w-3xl">{brand.riskDisclosure}</p>
        <p>© {brand.legalEntity}</p>
      </footer>
    </div>
  );
}
