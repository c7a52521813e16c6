import type { ComponentProps } from "react";
import { TradingTab } from "../features/trading/trading-tabs.tsx";
import { PaperPart } from "./paper-part.tsx";

type TradingPartProps = Pick<ComponentProps<typeof TradingTab>, "tab" | "user">;

/** A trading tab with paper beside it: two features that do not import each other. */
export function TradingPart({ tab, user }: TradingPartProps) {
  return <TradingTab tab={tab} user={user} paper={(run) => <PaperPart userId={user.id} run={run} />} />;
}
