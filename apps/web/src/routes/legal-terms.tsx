import { legalDocument } from "../features/legal/legal.texts.ts";
import { LegalPage } from "../features/legal/legal-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

const document = legalDocument("terms");

export const meta = () =>
  pageMeta({
    title: document.title,
    description: document.description,
    keywords: ["terms of service", "legal"],
    path: "/legal/terms",
  });

export default function Terms() {
  return <LegalPage document={document} />;
}
