import type { ReactNode } from "react";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Card, CardHeader } from "../../../ui/card.tsx";

export type LinkState = "connected" | "notConnected" | "pendingAuth";

const toneOf: Record<LinkState, BadgeTone> = { connected: "info", notConnected: "neutral", pendingAuth: "warn" };

interface LinkCardProps {
  title: string;
  lead: string;
  state: LinkState;
  children: ReactNode;
}

export function LinkCard({ title, lead, state, children }: LinkCardProps) {
  return (
    <Card>
      <CardHeader
        title={title}
        description={lead}
        action={
          <Badge tone={toneOf[state]} hasDot>
            {connectionTexts[state]}
          </Badge>
        }
      />
      {children}
    </Card>
  );
}
