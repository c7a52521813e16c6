import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Newsletter",
    description: "Market notes, IPO news and trading ideas for retail traders in India, collected in our newsletter.",
    keywords: ["newsletter", "IPO news", "market analysis"],
    path: "/newsletter",
  });

export default function Newsletter() {
  return (
    <ThemedPage>
      <NoticePage
        title="Newsletter"
        action={
          <Button asChild variant="primary">
            <Link to="/research">Read our research</Link>
          </Button>
        }
      >
        The first issue appears here soon.
      </NoticePage>
    </ThemedPage>
  );
}
