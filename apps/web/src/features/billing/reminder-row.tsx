import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { manageTexts } from "./billing.texts.ts";
import { failureSentence, useEndWithSession, useReadHistoryAgain } from "./billing-queries.ts";
import { ManageRow } from "./manage-row.tsx";

type ReminderPath = "/billing/cancel" | "/billing/resume";

function useReminders(onDone: () => void) {
  const readAgain = useReadHistoryAgain();
  const change = useMutation({
    mutationFn: (path: ReminderPath) => api("POST", path),
    onSuccess: async ({ message }) => {
      showToast("success", message);
      await readAgain();
      onDone();
    },
    onError: (cause) => showToast("error", failureSentence(cause)),
  });
  useEndWithSession(change.error);
  return change;
}

/** Cancelling stops reminders only: nothing is ever charged automatically. */
export function ReminderRow({ isReminded, endDate }: { isReminded: boolean; endDate: string | null }) {
  const [isAsking, setAsking] = useState(false);
  const change = useReminders(() => setAsking(false));
  return (
    <ManageRow
      title={manageTexts.endTitle}
      action={
        isReminded ? (
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {manageTexts.cancel}
          </Button>
        ) : (
          <Button isBusy={change.isPending} onClick={() => change.mutate("/billing/resume")}>
            {manageTexts.resume}
          </Button>
        )
      }
    >
      {isReminded ? manageTexts.remindersOn : manageTexts.remindersOff}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={manageTexts.cancelTitle}
        body={
          endDate === null
            ? manageTexts.cancelBodyWithoutEnd
            : manageTexts.cancelBody(formatIstDate(instantOf(endDate)))
        }
        confirmLabel={manageTexts.cancelConfirm}
        cancelLabel={manageTexts.keep}
        tone="danger"
        isBusy={change.isPending}
        onConfirm={() => change.mutate("/billing/cancel")}
      />
    </ManageRow>
  );
}
