import type { Session } from "../../lib/session-store.ts";
import { TradingScreen } from "./trading-screen.tsx";
import { angelOneScript, multiScript, type TradingScript, zerodhaScript } from "./trading-script.ts";

const scripts = {
  TradingAlgorithm: multiScript,
  AngelOneTrading: angelOneScript,
  ZerodhaTrading: zerodhaScript,
} as const satisfies Readonly<Record<string, TradingScript>>;

interface TradingTabProps {
  tab: keyof typeof scripts;
  user: Pick<Extract<Session, { kind: "user" }>["user"], "id" | "name" | "plan">;
}

/** B2.1: the three trading tabs of the dashboard, of which the first is also the page for all brokers. */
export function TradingTab({ tab, user }: TradingTabProps) {
  return (
    <TradingScreen key={tab} script={scripts[tab]} holder={{ userId: user.id, name: user.name, plan: user.plan }} />
  );
}
