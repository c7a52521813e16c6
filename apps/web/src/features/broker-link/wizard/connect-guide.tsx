import { Link } from "react-router";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Card, CardHeader } from "../../../ui/card.tsx";
import { SandboxLink } from "../../../ui/sandbox-link.tsx";
import type { ScriptTexts } from "./connection-script.ts";

export function ConnectGuide({ words }: { words: ScriptTexts }) {
  return (
    <aside aria-label={connectionTexts.guideTitle}>
      <Card>
        <CardHeader title={connectionTexts.guideTitle} />
        <ol className="grid list-decimal gap-3 py-5 pr-5 pl-10 text-sm marker:font-semibold marker:text-muted">
          {words.guide.map((step) => (
            <li key={step} className="pl-1.5">
              {step}
            </li>
          ))}
        </ol>
        <p className="px-5 text-sm empty:hidden">
          <SandboxLink to="accounts" />
        </p>
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-5 py-2 text-sm text-muted">
          {connectionTexts.stuck}
          <Link
            to="/support"
            className="inline-flex min-h-11 items-center font-semibold text-text underline decoration-line-strong underline-offset-4"
          >
            {connectionTexts.support}
          </Link>
        </p>
      </Card>
    </aside>
  );
}
