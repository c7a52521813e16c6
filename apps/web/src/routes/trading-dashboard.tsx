import { TradingDashboard } from "../features/dashboard/trading-dashboard.tsx";
import { PhonePromptForUser } from "../features/phone/phone-prompt.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "Fyers Trading Dashboard",
    description:
      "Set your capital, switch the background mode and start or stop the algorithm on your connected broker.",
    keywords: ["trading dashboard", "Fyers", "algorithmic trading"],
    path: "/dashboard/trading",
    isPrivate: true,
  });

export default function TradingDashboardPage() {
  return (
    <>
      <TradingDashboard />
      <PhonePromptForUser />
    </>
  );
}
