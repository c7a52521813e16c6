import { useParams } from "react-router";
import { RequireAdmin } from "../features/access/require-admin.tsx";
import { GuaranteeCasePage } from "../features/desk-money/guarantee-case-page.tsx";
import { GuaranteesPage } from "../features/desk-money/guarantees-page.tsx";
import { moneyTexts } from "../features/desk-money/money.texts.ts";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { DeskShell } from "./desk-parts.tsx";

export const meta = ({ params }: { params: { guaranteeId?: string } }) =>
  pageMeta({
    title: params.guaranteeId === undefined ? "Guarantees" : "Guarantee case",
    description: "How ended periods were decided, with the evidence, and the payouts to transfer.",
    keywords: ["guarantees", "payouts", "back office"],
    path: params.guaranteeId === undefined ? "/secret/guarantees" : `/secret/guarantees/${params.guaranteeId}`,
    isPrivate: true,
  });

export default function DeskMoney() {
  const { guaranteeId } = useParams();
  return (
    <QueryProvider>
      <RequireAdmin>
        {(identity) => (
          <DeskShell
            identity={identity}
            current="guarantees"
            title={guaranteeId === undefined ? moneyTexts.title : moneyTexts.caseTitle}
          >
            {guaranteeId === undefined ? (
              <GuaranteesPage canAct={identity.role === "admin"} />
            ) : (
              <GuaranteeCasePage key={guaranteeId} guaranteeId={guaranteeId} canAct={identity.role === "admin"} />
            )}
          </DeskShell>
        )}
      </RequireAdmin>
    </QueryProvider>
  );
}
