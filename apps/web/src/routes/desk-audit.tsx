import { auditTexts } from "../features/desk-audit/audit.texts.ts";
import { AuditPage } from "../features/desk-audit/audit-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { DeskPage } from "./desk-parts.tsx";

export const meta = () =>
  pageMeta({
    title: "Audit log",
    description: "Events of accounts and acts of the back office, sealed in a chain that can be verified and exported.",
    keywords: ["audit log", "back office"],
    path: "/secret/audit",
    isPrivate: true,
  });

export default function DeskAudit() {
  return (
    <DeskPage current="audit" title={auditTexts.title}>
      <AuditPage />
    </DeskPage>
  );
}
