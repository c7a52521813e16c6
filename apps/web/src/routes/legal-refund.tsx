import { legalDocument } from "../features/legal/legal.texts.ts";
import { LegalPage } from "../features/legal/legal-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

const document = legalDocument("refund");

export const meta = () =>
  pageMeta({
    title: document.title,
    description: document.description,
    keywords: ["refund policy", "legal"],
    path: "/legal/refund",
  });

export default function Refund() {
  return <LegalPage document={document} />;
}
