import { brand } from "@vriddhi/core/site/brand";
import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "About us",
    description:
      "Who we are, how automated trading through your own broker account works, and the risks you should know.",
    keywords: ["about us", "company", "risk disclosure"],
    path: "/about",
  });

export default function About() {
  return (
    <NoticePage
      title={`About ${brand.name}`}
      action={
        <Button asChild variant="primary">
          <Link to="/algorithm">How it works</Link>
        </Button>
      }
    >
      <p>Our story stands here soon.</p>
      <p className="mt-6 text-sm">{brand.riskDisclosure}</p>
    </NoticePage>
  );
}
