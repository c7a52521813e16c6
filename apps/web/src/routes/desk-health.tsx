import { healthTexts } from "../features/desk-health/health.texts.ts";
import { HealthPage } from "../features/desk-health/health-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { DeskPage } from "./desk-parts.tsx";

export const meta = () =>
  pageMeta({
    title: "Health",
    description: "The system's health: feed age, queues, order latency, unknown orders, logins and the morning.",
    keywords: ["health", "back office"],
    path: "/secret/health",
    isPrivate: true,
  });

export default function DeskHealth() {
  return (
    <DeskPage current="health" title={healthTexts.title}>
      <HealthPage />
    </DeskPage>
  );
}
