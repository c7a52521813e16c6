import { STATES } from "@vriddhi/core/billing/indian-state";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { useBillingDetails } from "./billing-queries.ts";
import { detailsTexts } from "./details.texts.ts";
import type { Details } from "./details-form.ts";
import { ManageRow } from "./manage-row.tsx";

const DetailsDialog = lazy(async () => ({ default: (await import("./details-dialog.tsx")).DetailsDialog }));

const sentenceOf = ({ name, state, gstin }: Details): string =>
  [name, STATES[state], ...(gstin === null ? [] : [detailsTexts.withGstin(gstin)])].join(", ");

function useDetails() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const query = useBillingDetails();
  const details = query.data?.details ?? null;
  const accountName = session.kind === "user" ? session.user.name : "";
  const dialog = isOpen && (
    <Suspense>
      <DetailsDialog details={details} accountName={accountName} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { details, isKnown: query.data !== undefined, dialog, open: () => setOpen(true) };
}

function ChangeButton({ details, onClick }: { details: Details | null; onClick(): void }) {
  return (
    <Button
      aria-haspopup="dialog"
      aria-label={details === null ? detailsTexts.add : detailsTexts.changeThem}
      onClick={onClick}
    >
      {details === null ? detailsTexts.add : detailsTexts.change}
    </Button>
  );
}

export function DetailsRow() {
  const { details, isKnown, dialog, open } = useDetails();
  return (
    <ManageRow title={detailsTexts.title} action={isKnown && <ChangeButton details={details} onClick={open} />}>
      <span className="wrap-anywhere">{details === null ? detailsTexts.none : sentenceOf(details)}</span>
      {dialog}
    </ManageRow>
  );
}

export function DetailsLine() {
  const { details, isKnown, dialog, open } = useDetails();
  if (!isKnown) return null;
  return (
    <div className="flex animate-fade flex-wrap items-center justify-center gap-x-4 gap-y-3 text-sm">
      <p className="text-muted wrap-anywhere">
        {details === null ? detailsTexts.atCheckout : detailsTexts.billTo(sentenceOf(details))}
      </p>
      <ChangeButton details={details} onClick={open} />
      {dialog}
    </div>
  );
}
