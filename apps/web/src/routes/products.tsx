import { Link } from "react-router";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = () =>
  pageMeta({
    title: "E-book",
    description:
      "An e-book for retail traders in India who want to understand automated equity trading before they start.",
    keywords: ["trading e-book", "algorithmic trading book"],
    path: "/products",
  });

export default function Products() {
  return (
    <NoticePage
      title="E-book"
      action={
        <Button asChild variant="primary">
          <Link to="/">Home</Link>
        </Button>
      }
    >
      The e-book goes on sale here soon.
    </NoticePage>
  );
}
