import type { ReactNode } from "react";
import { RequireUser } from "../features/access/require-user.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { Skeleton } from "../ui/skeleton.tsx";

export const meta = () =>
  pageMeta({
    title: "Courses",
    description: "Courses for retail traders in India: how automated equity trading works and how to use it well.",
    keywords: ["trading courses", "algorithmic trading", "stock market India"],
    path: "/courses",
    isPrivate: true,
  });

function Page({ children }: { children: ReactNode }) {
  return <div className="page-width full-page py-16">{children}</div>;
}

export default function Courses() {
  return (
    <RequireUser
      skeleton={
        <Page>
          <Skeleton className="h-10 w-44" />
        </Page>
      }
    >
      {() => (
        <Page>
          <h1 className="text-3xl font-semibold">Courses</h1>
        </Page>
      )}
    </RequireUser>
  );
}
