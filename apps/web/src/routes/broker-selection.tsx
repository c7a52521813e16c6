import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Choose your broker",
    description:
      "Link the broker account you already have: Fyers, Zerodha Kite or Angel One. Delta Exchange is coming soon.",
    keywords: ["Fyers", "Zerodha Kite", "Angel One", "broker connection"],
    path: "/broker-selection",
  });

export default function BrokerSelection() {
  return (
    <NoticePage
      title="Choose your broker"
      action={
        <Button asChild variant="primary">
          <Link to="/algorithm/dashboard">Open your dashboard</Link>
        </Button>
      }
    >
      You will choose your broker here soon.
    </NoticePage>
  );
}
