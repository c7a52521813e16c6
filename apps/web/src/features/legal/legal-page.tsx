import { brand } from "@vriddhi/core/site/brand";
import Download from "lucide-react/icons/download";
import { Link } from "react-router";
import { companyFacts } from "../../lib/company-facts.ts";
import { legalPages, legalPath } from "../../texts/legal-pages.ts";
import { Button } from "../../ui/button.tsx";
import type { LegalDocument } from "./legal.texts.ts";

function Others({ current }: { readonly current: LegalDocument["name"] }) {
  return (
    <nav aria-label="Documents" className="border-t border-line pt-6">
      <ul className="flex flex-wrap gap-x-6">
        {legalPages
          .filter(({ name }) => name !== current)
          .map(({ name, label }) => (
            <li key={name}>
              <Link
                to={legalPath(name)}
                className="inline-flex min-h-11 items-center text-sm font-medium underline underline-offset-4 hover:text-accent-text"
              >
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function Company() {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-semibold">Company</h2>
      <dl className="grid gap-3">
        {[{ label: "Legal entity", value: brand.legalEntity }, ...companyFacts].map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A2.21: a document as a page with its date; the PDF has the same text. */
export function LegalPage({ document }: { readonly document: LegalDocument }) {
  const { name, title, updatedOn, sections } = document;
  return (
    <article className="page-width full-page py-12 md:py-20">
      <div className="grid max-w-[68ch] gap-10">
        <header className="grid justify-items-start gap-4">
          <h1 className="text-3xl font-semibold">{title}</h1>
          <p className="text-muted">Updated on {updatedOn}</p>
          <Button asChild size="sm">
            <a href={`${legalPath(name)}.pdf`} download>
              <Download className="size-4" aria-hidden="true" />
              Download as PDF
            </a>
          </Button>
        </header>
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading} className="grid gap-3">
            <h2 className="text-xl font-semibold">{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="text-text/85">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
        <Company />
        <Others current={name} />
      </div>
    </article>
  );
}
