import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { RequestKeys } from "../../lib/request-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { showToast } from "../../ui/toast.tsx";
import { moneyTexts } from "./money.texts.ts";

interface MoneyDialogProps {
  title: string;
  lead: string;
  submit: string;
  children: ReactNode;
  /** Sends the request; the idempotency key makes a repetition the same request. */
  send(idempotencyKey: string): Promise<{ message: string }>;
  onClose(): void;
}

export function MoneyDialog({ title, lead, submit, children, send, onClose }: MoneyDialogProps) {
  const queries = useQueryClient();
  // One dialog is one request, however often it has to be sent.
  const [keys] = useState(() => new RequestKeys());
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => send(keys.of(title)),
    onSuccess: async ({ message }) => {
      showToast("success", message);
      onClose();
      await queries.invalidateQueries({ queryKey: ["desk"] });
    },
    onError: (cause) => keys.failed(title, cause),
  });
  const press = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isPending) mutate();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={lead}>
      <form method="post" noValidate className="grid gap-5" onSubmit={press}>
        {children}
        <FormFault>
          {error && (error instanceof ApiError && error.detail !== null ? error.detail : moneyTexts.refused)}
        </FormFault>
        <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={onClose}>
            {moneyTexts.cancel}
          </Button>
          <Button variant="primary" type="submit" isBusy={isPending}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
