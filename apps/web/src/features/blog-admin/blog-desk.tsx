import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { blogAdminTexts as texts } from "./blog-admin.texts.ts";
import { logOutOfBlog } from "./log-out.ts";

const ways = [
  { to: "/newsletter/admin", title: texts.newsletter, body: texts.newsletterBody },
  { to: "/blog-storage-setup", title: texts.storage, body: texts.storageBody },
  { to: "/blog-database-setup", title: texts.database, body: texts.databaseBody },
  { to: "/supabase-test", title: texts.test, body: texts.testBody },
] as const;

export function BlogDesk({ articles, letters }: { articles: ReactNode; letters: ReactNode }) {
  const navigate = useNavigate();
  return (
    <div className="page-width grid full-page grid-cols-[minmax(0,1fr)] content-start gap-8 py-12">
      <header className="flex flex-wrap items-end justify-between gap-4 pr-12">
        <div className="grid gap-2">
          <h1 className="text-2xl font-semibold">{texts.deskTitle}</h1>
          <p className="text-muted">{texts.deskLead}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="ghost" onClick={() => void logOutOfBlog().then(() => navigate("/"))}>
            {texts.logout}
          </Button>
          <Button asChild variant="primary">
            <Link to="/research/create">{texts.write}</Link>
          </Button>
        </div>
      </header>
      {articles}
      {letters}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {ways.map(({ to, title, body }) => (
          <li
            key={to}
            className="relative grid content-start gap-1 rounded-lg border border-line bg-surface p-5 shadow-card hover:border-line-strong"
          >
            <h2 className="font-semibold">
              <Link to={to} className="after:absolute after:inset-0">
                {title}
              </Link>
            </h2>
            <p className="text-sm text-muted">{body}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
