import type { ReactNode } from "react";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Card, CardHeader } from "../../../ui/card.tsx";

export type LinkStanding = "connected" | "notConnected" | "pendingAuth";

const toneOf: Record<LinkStanding, BadgeTone> = { connected: "info", notConnected: "neutral", pendingAuth: "warn" };

interface LinkCardProps {
  title: string;
  lead: string;
  standing: LinkStanding;
  children: ReactNode;
}

export function LinkCard({ title, lead, standing, children }: LinkCardProps) {
  return (
    <Card>
      <CardHeader
        title={title}
        description={lead}
        action={
          <Badge tone={toneOf[standing]} hasDot>
            {connectionTexts[standing]}
          </Badge>
        }
      />
      {children}
    </Card>
  );
}
