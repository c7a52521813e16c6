import { logOutOfBlog } from "../features/blog-admin/log-out.ts";
import { RequireBlogAdmin } from "../features/blog-admin/require-blog-admin.tsx";
import { EditorPage } from "../features/blog-editor/editor-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { ThemeScope } from "../ui/theme.tsx";

export const meta = () =>
  pageMeta({
    title: "Write an article",
    description: "Write, preview and publish a research article with pictures, for blog administrators of this site.",
    keywords: ["write article", "research"],
    path: "/research/create",
    isPrivate: true,
  });

export default function ResearchCreate() {
  return (
    <ThemeScope>
      <RequireBlogAdmin>
        <EditorPage onLogout={logOutOfBlog} />
      </RequireBlogAdmin>
    </ThemeScope>
  );
}
