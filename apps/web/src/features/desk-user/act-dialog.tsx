import { useMutation, useQueryClient } from "@tanstack/react-query";
import { EXTENSION_DAYS_MAX, REASON_MAX } from "@vriddhi/core/back-office/desk-act";
import { type PersonRole, personRoles } from "@vriddhi/core/back-office/staff-role";
import { PAISE_PER_RUPEE, paise } from "@vriddhi/core/shared/money";
import { type FormEvent, useState } from "react";
import { adminApi } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import { formatIstDate, formatPaise, instantOf } from "../../lib/format.ts";
import { RequestKeys } from "../../lib/request-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Select } from "../../ui/select.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { actTexts } from "./desk-user.texts.ts";

export type ActKind = "extend" | "refund" | "role" | "suspend" | "restore";
export type Purchase = Reply<"GET", "/api/admin/users/{userId}/billing">["purchases"][number];

interface Draft {
  readonly reason: string;
  readonly days: string;
  readonly purchaseId: string | null;
  readonly amount: string;
  readonly role: PersonRole | null;
}

const leftOf = ({ amount, refunded }: Purchase): number => Math.round((amount - refunded) * PAISE_PER_RUPEE);
const isRefundable = (purchase: Purchase): boolean => purchase.payment_id !== null && leftOf(purchase) > 0;

function send(kind: ActKind, userId: string, draft: Draft, idempotencyKey: string): Promise<{ message: string }> {
  const params = { userId };
  const { reason } = draft;
  switch (kind) {
    case "suspend":
      return adminApi("POST", "/api/admin/users/{userId}/suspend", { params, body: { reason } });
    case "restore":
      return adminApi("POST", "/api/admin/users/{userId}/restore", { params, body: { reason } });
    case "role":
      return adminApi("PUT", "/api/admin/users/{userId}/role", {
        params,
        body: { role: draft.role ?? "user", reason },
      });
    case "extend":
      return adminApi("POST", "/api/admin/users/{userId}/extend", {
        params,
        idempotencyKey,
        body: { days: Number(draft.days), reason },
      });
    case "refund":
      return adminApi("POST", "/api/admin/users/{userId}/refund", {
        params,
        idempotencyKey,
        body: { purchase_id: draft.purchaseId ?? "", amount: Number(draft.amount), reason },
      });
  }
}

interface RefundFieldsProps {
  purchases: readonly Purchase[];
  draft: Draft;
  onChange(change: Partial<Draft>): void;
}

function RefundFields({ purchases, draft, onChange }: RefundFieldsProps) {
  const options = purchases.map(({ id, plan, amount, ordered_at: at }) => ({
    value: id,
    label: `${plan}, ${formatPaise(paise(Math.round(amount * PAISE_PER_RUPEE)))}, ${formatIstDate(instantOf(at))}`,
  }));
  const chosen = purchases.find(({ id }) => id === draft.purchaseId);
  if (purchases.length === 0) return <p className="text-sm text-muted">{actTexts.noPurchase}</p>;
  return (
    <>
      <Select
        label={actTexts.purchase}
        options={options}
        value={draft.purchaseId}
        onValueChange={(purchaseId) => {
          const next = purchases.find(({ id }) => id === purchaseId);
          onChange({ purchaseId, amount: next ? String(leftOf(next) / PAISE_PER_RUPEE) : "" });
        }}
      />
      <TextField
        label={actTexts.amount}
        inputMode="decimal"
        value={draft.amount}
        onChange={({ target }) => onChange({ amount: target.value })}
        hint={chosen && actTexts.left(formatPaise(paise(leftOf(chosen)), "always"))}
      />
    </>
  );
}

interface RoleFieldProps {
  /** The user's current role: the others can be chosen. */
  current: string;
  chosen: PersonRole | null;
  onChoose(role: PersonRole): void;
}

function RoleField({ current, chosen, onChoose }: RoleFieldProps) {
  const options = personRoles
    .toReversed()
    .filter((role) => role !== current)
    .map((role) => ({ value: role, label: actTexts.roles[role] }));
  return <Select label={actTexts.role} options={options} value={chosen} onValueChange={onChoose} />;
}

interface ActDialogProps {
  kind: ActKind;
  userId: string;
  currentRole: string;
  purchases: readonly Purchase[];
  onClose(): void;
}

export function ActDialog({ kind, userId, currentRole, purchases, onClose }: ActDialogProps) {
  const queries = useQueryClient();
  const refundable = purchases.filter(isRefundable);
  const [draft, setDraft] = useState<Draft>({ reason: "", days: "1", purchaseId: null, amount: "", role: null });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  // One dialog is one request, however often it has to be sent.
  const [keys] = useState(() => new RequestKeys());
  const acting = useMutation({
    mutationFn: (sent: Draft) => send(kind, userId, sent, keys.of(sent)),
    onSuccess: async ({ message }) => {
      showToast("success", message);
      onClose();
      await queries.invalidateQueries({ queryKey: ["desk"] });
    },
    onError: (cause, sent) => keys.failed(sent, cause),
  });
  const { error, isPending } = acting;
  const isUnfinished = kind === "role" && draft.role === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isPending) acting.mutate(draft);
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={actTexts.titles[kind]}
      description={actTexts.leads[kind]}
    >
      <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
        {kind === "extend" && (
          <TextField
            label={actTexts.days}
            type="number"
            min={1}
            max={EXTENSION_DAYS_MAX}
            value={draft.days}
            onChange={({ target }) => change({ days: target.value })}
          />
        )}
        {kind === "refund" && <RefundFields purchases={refundable} draft={draft} onChange={change} />}
        {kind === "role" && (
          <RoleField current={currentRole} chosen={draft.role} onChoose={(role) => change({ role })} />
        )}
        <TextAreaField
          label={actTexts.reason}
          rows={3}
          maxLength={REASON_MAX}
          hint={actTexts.reasonHint}
          value={draft.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <FormFault>
          {error && (error instanceof ApiError && error.detail !== null ? error.detail : actTexts.failed)}
        </FormFault>
        <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={onClose}>
            {actTexts.cancel}
          </Button>
          <Button
            variant={kind === "suspend" ? "danger" : "primary"}
            type="submit"
            isBusy={isPending}
            disabled={isUnfinished}
          >
            {actTexts.submit[kind]}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
