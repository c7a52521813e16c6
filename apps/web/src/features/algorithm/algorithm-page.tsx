import { brand } from "@vriddhi/core/site/brand";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteClaims } from "../../lib/site-claims.ts";
import { BrokerMarks } from "../../ui/broker-marks.tsx";
import { Card } from "../../ui/card.tsx";
import { FaqList } from "../../ui/faq-list.tsx";
import { LegalFooter } from "../../ui/legal-footer.tsx";
import { SampleBadge } from "../../ui/sample-badge.tsx";
import { AccessPanel } from "./access-panel.tsx";
import { algorithmFaq, algorithmTexts } from "./algorithm.texts.ts";
import { CapitalExample } from "./capital-example.tsx";
import { DayDrawing } from "./day-drawing.tsx";
import { RecordBlock } from "./record-block.tsx";

interface SectionProps {
  title: string;
  mark?: ReactNode;
  children: ReactNode;
}

function Section({ title, mark, children }: SectionProps) {
  return (
    <section className="page-width grid gap-8 py-12 md:gap-10 md:py-16">
      <div className="grid justify-items-start gap-3">
        {mark}
        <h2 className="max-w-[24ch] text-3xl font-semibold">{title}</h2>
      </div>
      {children}
    </section>
  );
}

function Hero() {
  return (
    <section className="bg-[radial-gradient(60rem_32rem_at_78%_-8rem,color-mix(in_oklab,var(--accent)_11%,transparent),transparent_70%)]">
      <div className="page-width grid gap-10 pt-12 pb-10 md:pt-18 lg:gap-14">
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-16">
          <div className="grid content-start gap-5">
            <p className="text-sm font-semibold text-accent-text">{brand.system}</p>
            <h1 className="text-4xl font-semibold lg:text-[3.75rem]">
              {algorithmTexts.title.map((part) => (
                <span key={part} className="block">
                  {part}{" "}
                </span>
              ))}
            </h1>
            <p className="max-w-[46ch] text-lg text-muted">{algorithmTexts.lead}</p>
          </div>
          <AccessPanel />
        </div>
        <BrokerMarks label={algorithmTexts.brokers} />
      </div>
    </section>
  );
}

function Modes() {
  return (
    <Section title={algorithmTexts.modesTitle}>
      <div className="grid gap-5 md:grid-cols-2">
        {algorithmTexts.modes.map(({ name, figure, caption, body }) => (
          <Card key={name} className="grid content-start gap-6 p-6 sm:p-8">
            <h3 className="text-lg font-semibold">{name}</h3>
            <p className="flex items-baseline gap-3">
              <span className="figures text-4xl font-semibold">{figure}</span>
              <span className="text-muted">{caption}</span>
            </p>
            <p className="text-muted">{body}</p>
          </Card>
        ))}
      </div>
      <p className="text-muted">{algorithmTexts.modesNote}</p>
    </Section>
  );
}

function Day() {
  return (
    <Section title={algorithmTexts.dayTitle}>
      <div className="grid gap-1">
        <DayDrawing />
        <ol className="grid lg:grid-cols-[1.2fr_1.2fr_2.6fr_1fr_1fr_1fr]">
          {algorithmTexts.day.map(({ time, what }) => (
            <li
              key={time}
              className="relative grid content-start gap-2 border-l border-line pb-8 pl-7 last:pb-0 lg:border-t lg:border-l-0 lg:pt-7 lg:pr-5 lg:pb-0 lg:pl-0"
            >
              <span
                className="absolute top-2 -left-[5px] size-[9px] rounded-full bg-accent lg:-top-[5px] lg:left-0"
                aria-hidden="true"
              />
              <span className="text-xl font-semibold whitespace-nowrap">{time}</span>
              <p className="text-sm text-muted">{what}</p>
            </li>
          ))}
        </ol>
      </div>
      <p className="text-sm text-muted">{algorithmTexts.dayNote}</p>
    </Section>
  );
}

function Questions() {
  return (
    <section className="page-width grid gap-8 py-12 md:py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16">
      <div className="grid content-start gap-4">
        <h2 className="text-3xl font-semibold">{algorithmTexts.faqTitle}</h2>
        <p className="text-muted">
          {algorithmTexts.faqMore}{" "}
          <Link to="/support" className="text-text underline underline-offset-4 hover:text-accent-text">
            {algorithmTexts.faqSupport}
          </Link>
          .
        </p>
      </div>
      <FaqList entries={algorithmFaq} />
    </section>
  );
}

/** A2.39-A2.43. The footer is hidden here (A2.18), so disclosure and legal links close the page itself. */
export function AlgorithmPage({ legalLinks }: { legalLinks: ReactNode }) {
  return (
    <>
      <Hero />
      <section className="page-width grid items-center gap-10 py-12 md:py-16 lg:grid-cols-2 lg:gap-16">
        <div className="grid gap-5">
          <h2 className="text-3xl font-semibold">{algorithmTexts.exampleTitle}</h2>
          <p className="max-w-[52ch] text-lg text-muted">{algorithmTexts.exampleLead}</p>
        </div>
        <CapitalExample />
      </section>
      <Modes />
      <Day />
      {siteClaims && (
        <Section title={algorithmTexts.recordTitle} mark={<SampleBadge />}>
          <RecordBlock claims={siteClaims} />
        </Section>
      )}
      <Questions />
      <LegalFooter links={legalLinks} />
    </>
  );
}
