import { brand } from "@vriddhi/core/site/brand";
import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Support",
    description: "Questions about your account, your broker link or a payment: write to us and a person answers.",
    keywords: ["support", "contact", "help"],
    path: "/support",
  });

export default function Support() {
  return (
    <NoticePage
      title="Support"
      action={
        <Button asChild>
          <Link to="/">Home</Link>
        </Button>
      }
    >
      The contact form opens here soon. Until then write to{" "}
      <a className="text-text underline underline-offset-4" href={`mailto:${brand.supportEmail}`}>
        {brand.supportEmail}
      </a>
      .
    </NoticePage>
  );
}
