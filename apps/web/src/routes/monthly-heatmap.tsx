import { HeatMapPage } from "../features/heatmap/heat-map-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { siteClaims } from "../lib/site-claims.ts";
import { Redirect } from "../ui/redirect.tsx";

export const meta = () =>
  pageMeta({
    title: "Monthly heat map",
    description: "Monthly profit and loss in rupees from January 2018 to May 2025, month by month, in one picture.",
    keywords: ["monthly profit and loss", "trading heat map", "strategy results"],
    path: "/monthly-heatmap",
    isPrivate: siteClaims === null,
  });

/** A2.9. Results are claims: a site without claims has no such page, and its figures are not in the files. */
export default function MonthlyHeatmap() {
  return siteClaims === null ? <Redirect to="/" /> : <HeatMapPage />;
}
