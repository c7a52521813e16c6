import { brand } from "@vriddhi/core/site/brand";
import { pageMeta } from "../lib/metadata.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Research",
    description:
      "Research for retail traders in India: markets, strategies and risk, written by the people behind the system.",
    keywords: ["stock market research", "trading strategies", "Indian equities"],
    path: "/research",
  });

/** C2.15, C2.17: the list comes with the blog; until then it is empty and says so. */
export default function Research() {
  return (
    <ThemedPage>
      <div className="page-width grid full-page content-start gap-10 py-16">
        <h1 className="text-3xl font-semibold">{brand.name} Research</h1>
        <Card>
          <EmptyState title="No Research Articles Yet">Check back later for new research articles!</EmptyState>
        </Card>
      </div>
    </ThemedPage>
  );
}
