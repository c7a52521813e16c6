import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = ({ params }: { params: { slug?: string } }) =>
  pageMeta({
    title: "Research Article Not Found",
    description: "There is no research article at this address. All published articles stand in our research section.",
    keywords: ["research article"],
    path: `/research/${encodeURIComponent(params.slug ?? "")}`,
    isPrivate: true,
  });

/** C2.22: until the blog brings articles, none is found. */
export default function ResearchArticle() {
  return (
    <ThemedPage>
      <NoticePage
        title="Research Article Not Found"
        action={
          <Button asChild>
            <Link to="/research">All research</Link>
          </Button>
        }
      >
        There is no article at this address.
      </NoticePage>
    </ThemedPage>
  );
}
