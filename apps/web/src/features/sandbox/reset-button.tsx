import { useMutation, useQueryClient } from "@tanstack/react-query";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { resetTexts } from "./sandbox.texts.ts";
import { sayFailure } from "./use-market-clock.ts";

/** `onReset` runs after the seeded state is restored: sessions are gone too. */
export function ResetButton({ onReset }: { onReset(): void }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const reset = useMutation({
    mutationFn: () => api("POST", "/sandbox/reset"),
    onSuccess: async () => {
      setAsking(false);
      showToast("success", resetTexts.done);
      onReset();
      await queries.resetQueries();
    },
    onError: sayFailure,
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <RotateCcw className="size-4.5" aria-hidden="true" />
        {resetTexts.button}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={resetTexts.title}
        body={resetTexts.body}
        confirmLabel={resetTexts.confirm}
        tone="danger"
        isBusy={reset.isPending}
        onConfirm={() => reset.mutate()}
      />
    </>
  );
}
