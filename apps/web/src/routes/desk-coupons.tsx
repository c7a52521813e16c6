import { RequireAdmin } from "../features/access/require-admin.tsx";
import { couponTexts } from "../features/desk-coupons/coupons.texts.ts";
import { CouponsPage } from "../features/desk-coupons/coupons-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { DeskShell } from "./desk-parts.tsx";

export const meta = () =>
  pageMeta({
    title: "Coupons",
    description: "Coupons for administrators: create one, limit it, see how often it was used, and end it.",
    keywords: ["coupons", "back office"],
    path: "/secret/coupons",
    isPrivate: true,
  });

export default function DeskCoupons() {
  return (
    <QueryProvider>
      <RequireAdmin>
        {(identity) => (
          <DeskShell identity={identity} current="coupons" title={couponTexts.title}>
            <CouponsPage canAct={identity.role === "admin"} />
          </DeskShell>
        )}
      </RequireAdmin>
    </QueryProvider>
  );
}
