import { BlogDesk } from "../features/blog-admin/blog-desk.tsx";
import { RequireBlogAdmin } from "../features/blog-admin/require-blog-admin.tsx";
import { ManagePanel } from "../features/blog-editor/manage-panel.tsx";
import { IssuesCard } from "../features/newsletter/issues-card.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { ThemedPage } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Blog desk",
    description:
      "The blog administrator's page: write a new research article, manage published ones, set up the storage.",
    keywords: ["blog desk", "research"],
    path: "/dashboard/blog",
    isPrivate: true,
  });

export default function BlogHome() {
  return (
    <ThemedPage>
      <RequireBlogAdmin>
        <BlogDesk articles={<ManagePanel />} letters={<IssuesCard />} />
      </RequireBlogAdmin>
    </ThemedPage>
  );
}
