import type { ReactNode } from "react";
import { Link } from "react-router";
import { setScrollTarget } from "../../lib/scroll-target.ts";
import { homeTexts } from "../../texts/home.texts.ts";
import { BrokerMarks } from "../../ui/broker-marks.tsx";
import { Button } from "../../ui/button.tsx";
import { ApprovalCard } from "./approval-card.tsx";

export function HeroSection({ filmSwitch }: { readonly filmSwitch: ReactNode }) {
  const { hero } = homeTexts;
  return (
    <section id="hero" aria-labelledby="hero-title" className="home-hero page-width">
      <div className="grid items-center gap-x-16 gap-y-14 lg:grid-cols-[1fr_24rem]">
        <div className="grid gap-6">
          <p className="text-sm font-medium text-accent-text">{hero.eyebrow}</p>
          <h1 id="hero-title" className="home-title font-semibold">
            {hero.title.map((part) => (
              <span key={part} className="block">
                {part}
              </span>
            ))}
          </h1>
          <p className="max-w-xl text-lg text-text/85">{hero.lead}</p>
          <div className="mt-2 flex flex-wrap gap-3 max-sm:*:w-full">
            <Button asChild variant="primary" size="lg">
              <Link to="/free-trial" prefetch="intent">
                {hero.start}
              </Link>
            </Button>
            <Button asChild variant="secondary" size="lg" className="home-glass">
              <Link to="/algorithm" prefetch="intent">
                {hero.how}
              </Link>
            </Button>
          </div>
          <p className="text-sm text-muted">{hero.terms}</p>
        </div>
        <ApprovalCard />
      </div>
      <div className="flex items-end justify-between gap-8">
        <BrokerMarks label={hero.brokers} className="border-t-0 pt-0" />
        <div className="flex shrink-0 items-center gap-6">
          <Link
            to="/#glance"
            className="hidden min-h-11 items-center gap-2.5 text-sm text-muted underline-offset-4 hover:text-text hover:underline md:inline-flex"
            onClick={(event) => {
              event.preventDefault();
              setScrollTarget("glance");
            }}
          >
            {hero.onward}
            <span className="home-onward" aria-hidden="true" />
          </Link>
          {filmSwitch}
        </div>
      </div>
    </section>
  );
}
