import { LegalLinks } from "../app/legal-links.tsx";
import { AboutPage } from "../features/about/about-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "About us",
    description:
      "Who we are, how automated trading through your own broker account works, and the risks you should know.",
    keywords: ["about us", "company", "risk disclosure"],
    path: "/about",
  });

export default function About() {
  return <AboutPage legalLinks={<LegalLinks />} />;
}
