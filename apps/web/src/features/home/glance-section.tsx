import { siteClaims } from "../../lib/site-claims.ts";
import { homeTexts } from "../../texts/home.texts.ts";
import { DayCard, ModesCard, RecordCard, SmallCards, StopCard } from "./glance-cards.tsx";
import { SectionHeading } from "./section-heading.tsx";

export function GlanceSection() {
  const { eyebrow, title, lead } = homeTexts.glance;
  return (
    <section id="glance" aria-labelledby="glance-title" className="home-section">
      <div className="page-width grid gap-12">
        <SectionHeading id="glance-title" eyebrow={eyebrow} title={title} lead={lead} />
        <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-12">
          {siteClaims && <RecordCard claims={siteClaims} />}
          <ModesCard isAlone={siteClaims === null} />
          <DayCard />
          <StopCard />
          <SmallCards />
        </ul>
      </div>
    </section>
  );
}
