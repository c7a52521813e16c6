import { brand } from "@vriddhi/core/site/brand";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { companyFacts } from "../../lib/company-facts.ts";
import { riskDisclosure } from "../../lib/site-claims.ts";
import { Button } from "../../ui/button.tsx";
import { aboutTexts as texts } from "./about.texts.ts";

interface Point {
  readonly title: string;
  readonly body: string;
}

function Points({ points, columns }: { points: readonly Point[]; columns: string }) {
  return (
    <ul className={`grid gap-x-10 gap-y-9 ${columns}`}>
      {points.map(({ title, body }) => (
        <li key={title} className="grid content-start gap-2 border-t border-line pt-5">
          <h3 className="text-lg font-semibold">{title}</h3>
          <p className="text-muted">{body}</p>
        </li>
      ))}
    </ul>
  );
}

function Steps({ points }: { points: readonly Point[] }) {
  return (
    <ol className="grid">
      {points.map(({ title, body }, index) => (
        <li
          key={title}
          className="grid gap-x-8 gap-y-1 border-t border-line py-6 sm:grid-cols-[3rem_minmax(0,2fr)_minmax(0,3fr)]"
        >
          <span className="figures text-muted" aria-hidden="true">
            {index + 1}
          </span>
          <h3 className="text-lg font-semibold">{title}</h3>
          <p className="text-muted">{body}</p>
        </li>
      ))}
    </ol>
  );
}

function Section({ id, title, lead, children }: { id?: string; title: string; lead?: string; children: ReactNode }) {
  return (
    <section id={id} className="page-width grid gap-9 py-12 md:py-16">
      <div className="grid gap-3">
        <h2 className="text-2xl font-semibold">{title}</h2>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const CONTACT_LINK = "inline-flex min-h-11 items-center underline underline-offset-4";

export function AboutPage({ legalLinks }: { legalLinks: ReactNode }) {
  return (
    <div className="full-page pb-8">
      <header className="page-width grid gap-6 pt-14 pb-10 md:pt-24 md:pb-14">
        <h1 className="max-w-[20ch] text-4xl font-semibold">{texts.title}</h1>
        <p className="max-w-[60ch] text-lg text-muted">{texts.lead}</p>
        <div>
          <Button asChild variant="primary" size="lg">
            <Link to="/algorithm" prefetch="intent">
              {texts.how}
            </Link>
          </Button>
        </div>
      </header>
      <Section title={texts.isTitle}>
        <Points points={texts.is} columns="md:grid-cols-3" />
      </Section>
      <Section title={texts.workTitle}>
        <Steps points={texts.work} />
      </Section>
      <div className="border-y border-line bg-surface">
        <Section id="risk" title={texts.riskTitle} lead={texts.riskLead}>
          <Points points={texts.risks} columns="md:grid-cols-2 lg:grid-cols-3" />
          <p className="max-w-3xl border-l-2 border-accent pl-5">{riskDisclosure}</p>
        </Section>
      </div>
      <Section title={texts.companyTitle}>
        <dl className="grid gap-8 sm:grid-cols-3">
          <Detail label={texts.entity}>
            {brand.legalEntity}
            {companyFacts.map(({ label, value }) => (
              <p key={label} className="mt-2 text-sm text-muted">
                {label}: {value}
              </p>
            ))}
          </Detail>
          <Detail label={texts.contact}>
            <ul className="-mt-2.5 grid">
              <li>
                <a className={CONTACT_LINK} href={`mailto:${brand.supportEmail}`}>
                  {brand.supportEmail}
                </a>
              </li>
              <li>
                <Link className={CONTACT_LINK} to="/support">
                  {texts.support}
                </Link>
              </li>
            </ul>
          </Detail>
          <Detail label={texts.documents}>
            <ul className="-mt-2.5 grid">{legalLinks}</ul>
          </Detail>
        </dl>
      </Section>
    </div>
  );
}
