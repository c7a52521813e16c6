import { useMutation } from "@tanstack/react-query";
import { BUYER_ADDRESS_MAX, BUYER_NAME_MAX } from "@vriddhi/core/billing/buyer-details";
import { STATE_CODES, STATES } from "@vriddhi/core/billing/indian-state";
import { api } from "../../lib/api.ts";
import { useForm } from "../../lib/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { failureSentence, useEndWithSession, useReadDetailsAgain } from "./billing-queries.ts";
import { detailsTexts } from "./details.texts.ts";
import { type Details, type DetailsValues, faultsOf, toDetails, valuesOf } from "./details-form.ts";

const states = STATE_CODES.map((code) => ({ value: code, label: STATES[code] }));

function useSaving(onSaved: () => void) {
  const readAgain = useReadDetailsAgain();
  const saving = useMutation({
    mutationFn: ({ state, ...values }: DetailsValues) =>
      state === "" ? Promise.reject(new Error("a state is missing")) : save({ ...values, state }),
    onSuccess: async () => {
      showToast("success", detailsTexts.saved);
      await readAgain();
      onSaved();
    },
  });
  useEndWithSession(saving.error);
  return saving;
}

function save(values: Parameters<typeof toDetails>[0]) {
  const { name, address, state, gstin } = toDetails(values);
  return api("PUT", "/billing/details", { body: { name, address, state, gstin } });
}

interface DetailsDialogProps {
  details: Details | null;
  accountName: string;
  onClose(): void;
}

export function DetailsDialog({ details, accountName, onClose }: DetailsDialogProps) {
  const saving = useSaving(onClose);
  const { register, watch, choose, handleSubmit, formState } = useForm<DetailsValues>({
    defaultValues: valuesOf(details, accountName),
    check: faultsOf,
  });
  const { errors } = formState;
  const state = watch("state");
  const submit = handleSubmit((values) => saving.mutate(values));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={detailsTexts.dialogTitle}
      description={detailsTexts.dialogLead}
    >
      <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <TextField
          label={detailsTexts.name}
          autoComplete="name"
          maxLength={BUYER_NAME_MAX}
          error={errors.name?.message}
          {...register("name")}
        />
        <TextAreaField
          label={detailsTexts.address}
          hint={detailsTexts.addressHint}
          autoComplete="street-address"
          rows={3}
          style={{ minHeight: "7rem" }}
          maxLength={BUYER_ADDRESS_MAX}
          error={errors.address?.message}
          {...register("address")}
        />
        <div className="grid gap-2">
          <Select
            label={detailsTexts.state}
            options={states}
            value={state === "" ? null : state}
            onValueChange={(code) => choose("state", code)}
            placeholder={detailsTexts.statePlaceholder}
            error={errors.state?.message}
          />
          <p className="text-sm text-muted">{detailsTexts.stateHint}</p>
        </div>
        <TextField
          label={detailsTexts.gstin}
          hint={detailsTexts.gstinHint}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          error={errors.gstin?.message}
          {...register("gstin")}
        />
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {saving.error ? failureSentence(saving.error) : ""}
        </p>
        <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={onClose}>
            {detailsTexts.cancel}
          </Button>
          <Button variant="primary" type="submit" isBusy={saving.isPending}>
            {detailsTexts.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
