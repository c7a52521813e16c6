import { Link } from "react-router";
import { homeTexts } from "../../texts/home.texts.ts";
import { pathForName } from "./home-navigation.ts";
import { SectionHeading } from "./section-heading.tsx";

/** The sizing rule with the numbers of the hero's alert. */
function WorkedExample() {
  const { title, rows } = homeTexts.education.example;
  return (
    <div className="home-glass rounded-xl p-6">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <dl className="mt-4 grid gap-2.5 text-sm">
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="flex items-baseline justify-between gap-6 last:border-t last:border-line last:pt-3 last:font-semibold"
          >
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium figures">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function EducationSection() {
  const { eyebrow, title, lead, ideas, ways } = homeTexts.education;
  return (
    <section id="education" aria-labelledby="education-title" className="home-section">
      <div className="page-width grid gap-16">
        <div className="grid gap-12 lg:grid-cols-[2fr_3fr] lg:gap-20">
          <div className="grid content-start gap-10 lg:sticky lg:top-28 lg:self-start">
            <SectionHeading id="education-title" eyebrow={eyebrow} title={title} lead={lead} />
            <WorkedExample />
          </div>
          <ol className="grid">
            {ideas.map((idea, at) => (
              <li
                key={idea.title}
                className="grid grid-cols-[2.5rem_1fr] border-t border-line py-7 first:border-t-0 first:pt-0"
              >
                <span className="text-sm font-medium text-accent-text figures" aria-hidden="true">
                  {at + 1}
                </span>
                <div className="grid gap-2">
                  <h3 className="text-xl font-semibold">{idea.title}</h3>
                  <p className="text-muted">{idea.body}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <ul className="grid gap-4 md:grid-cols-3">
          {ways.map((way) => (
            <li key={way.name}>
              <Link to={pathForName(way.name)} prefetch="intent" className="home-glass home-way">
                <span className="flex items-center justify-between text-lg font-semibold">
                  {way.title}
                  <span className="home-way-arrow" aria-hidden="true" />
                </span>
                <span className="text-muted">{way.body}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
