import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Monthly heat map",
    description: "Monthly profit and loss in rupees from January 2018 to May 2025, month by month, in one picture.",
    keywords: ["monthly profit and loss", "trading heat map", "strategy results"],
    path: "/monthly-heatmap",
  });

export default function MonthlyHeatmap() {
  return (
    <NoticePage
      title="Monthly heat map"
      action={
        <Button asChild variant="primary">
          <Link to="/algorithm">How it works</Link>
        </Button>
      }
    >
      The monthly figures appear here soon.
    </NoticePage>
  );
}
