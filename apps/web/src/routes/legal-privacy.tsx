import { legalDocument } from "../features/legal/legal.texts.ts";
import { LegalPage } from "../features/legal/legal-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

const document = legalDocument("privacy");

export const meta = () =>
  pageMeta({
    title: document.title,
    description: document.description,
    keywords: ["privacy policy", "legal"],
    path: "/legal/privacy",
  });

export default function Privacy() {
  return <LegalPage document={document} />;
}
