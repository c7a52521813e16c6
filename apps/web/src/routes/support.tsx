import { SupportPage } from "../features/support/support-page.tsx";
import { pageMeta } from "../lib/metadata.ts";

export const meta = () =>
  pageMeta({
    title: "Support",
    description: "Questions about your account, your broker link or a payment: write to us and a person answers.",
    keywords: ["support", "contact", "help"],
    path: "/support",
  });

export default function Support() {
  return <SupportPage />;
}
