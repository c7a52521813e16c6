import { ApprovePage } from "../features/approval/approve-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () => [
  // The hash contains a token: no request of this page may send its address as referrer.
  { name: "referrer", content: "no-referrer" },
  ...pageMeta({
    title: "Trade alert",
    description:
      "Approve or skip one trade of your algorithm within fifteen seconds. Without an answer nothing is traded.",
    keywords: ["trade alert", "approve a trade"],
    path: "/approve",
    isPrivate: true,
  }),
];

export default function Approve() {
  return <ApprovePage />;
}
