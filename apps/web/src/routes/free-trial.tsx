import { Link } from "react-router";
import { PhonePromptForUser } from "../features/phone/phone-prompt.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "Free trial",
    description:
      "Try automated equity trading for seven days with capital up to ₹5,000, in your own broker account, at no cost.",
    keywords: ["free trial", "algorithmic trading trial", "automated trading"],
    path: "/free-trial",
  });

export default function FreeTrial() {
  return (
    <>
      <NoticePage
        title="Free trial"
        action={
          <Button asChild variant="primary">
            <Link to="/algorithm">How it works</Link>
          </Button>
        }
      >
        The free trial opens here soon.
      </NoticePage>
      <PhonePromptForUser />
    </>
  );
}
