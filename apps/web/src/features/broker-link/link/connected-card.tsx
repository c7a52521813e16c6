import type { ReactNode } from "react";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { FormFault } from "../../../ui/form-fault.tsx";
import { LinkCard } from "./link-card.tsx";
import { LinkFacts, Moment } from "./link-facts.tsx";

interface ConnectedCardProps {
  title: string;
  lead: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  sessionUntil: string | null;
  reason: string | null;
  buttons: ReactNode;
  children?: ReactNode;
}

export function ConnectedCard({ title, lead, facts, sessionUntil, reason, buttons, children }: ConnectedCardProps) {
  const until =
    sessionUntil === null ? [] : [[connectionTexts.sessionUntil, <Moment key="until" at={sessionUntil} />] as const];
  return (
    <LinkCard title={title} lead={lead} state="connected">
      <LinkFacts facts={[...facts, ...until]} />
      {children}
      <div className="grid gap-4 border-t border-line p-6">
        <FormFault>{reason}</FormFault>
        <div className="flex flex-wrap gap-3">{buttons}</div>
      </div>
    </LinkCard>
  );
}
