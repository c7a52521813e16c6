import { type BrokerName, brokerNames, brokerTraits } from "@vriddhi/core/broker/broker-name";
import { recordOf } from "@vriddhi/core/shared/record-of";
import type { Session } from "../../lib/session-store.ts";
import { type PaperSlot, TradingScreen } from "./trading-screen.tsx";
import { scriptOf, type TradingScript } from "./trading-script.ts";

type Tab = (typeof brokerTraits)[BrokerName]["tradingTab"];

const scripts: Readonly<Record<Tab, TradingScript>> = recordOf(
  brokerNames.map((broker) => brokerTraits[broker].tradingTab),
  scriptOfTab,
);

function scriptOfTab(tab: Tab): TradingScript {
  const broker = brokerNames.find((name) => brokerTraits[name].tradingTab === tab);
  return scriptOf(broker ?? null);
}

interface TradingTabProps {
  tab: Tab;
  user: Pick<Extract<Session, { kind: "user" }>["user"], "id" | "name" | "plan">;
  paper?: PaperSlot;
}

/** B2.1: the three trading tabs of the dashboard, of which the first is also the page for all brokers. */
export function TradingTab({ tab, user, paper }: TradingTabProps) {
  const holder = { userId: user.id, name: user.name, plan: user.plan };
  return <TradingScreen key={tab} script={scripts[tab]} holder={holder} paper={paper} />;
}
