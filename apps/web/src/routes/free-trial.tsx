import { LegalLinks } from "../app/legal-links.tsx";
import { FreeTrialPage } from "../features/free-trial/free-trial-page.tsx";
import { PhonePromptForUser } from "../features/phone/phone-prompt.tsx";
import { pageMeta } from "../lib/metadata.ts";

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
      <FreeTrialPage legalLinks={<LegalLinks />} />
      <PhonePromptForUser />
    </>
  );
}
