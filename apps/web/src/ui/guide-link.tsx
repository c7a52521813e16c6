import FileText from "lucide-react/icons/file-text";
import { connectionTexts } from "../texts/connection.texts.ts";

export function GuideLink({ href }: { href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center gap-2 rounded-sm text-sm font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      <FileText className="size-4 shrink-0 text-muted" aria-hidden="true" />
      {connectionTexts.guide}
      <span className="sr-only">({connectionTexts.guideNote})</span>
    </a>
  );
}
