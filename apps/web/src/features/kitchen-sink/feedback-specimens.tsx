import Inbox from "lucide-react/icons/inbox";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { Specimen, SpecimenRow } from "./specimen.tsx";

const tones = ["neutral", "accent", "info", "warn", "danger", "profit", "loss"] as const;

export function BadgeSpecimen() {
  return (
    <Specimen title="Badge and tooltip">
      <SpecimenRow>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone} hasDot={tone === "info" || tone === "danger"}>
            {tone}
          </Badge>
        ))}
        <Tooltip text="The most you may trade with.">
          <Button size="sm">What is a band?</Button>
        </Tooltip>
      </SpecimenRow>
    </Specimen>
  );
}

const toastTexts = {
  success: "Coupon applied! Discount activated.",
  error: "Login failed. Please check your credentials.",
  info: "This broker integration is coming soon!",
  warning: "Stop request sent - verifying status...",
} as const;
const toastKinds = ["success", "error", "info", "warning"] as const;

export function OverlaySpecimen() {
  const [open, setOpen] = useState<"form" | "confirm" | null>(null);
  const close = (isOpen: boolean) => !isOpen && setOpen(null);
  return (
    <Specimen title="Dialog and toast">
      <SpecimenRow>
        <Button onClick={() => setOpen("form")}>Open dialog</Button>
        <Button onClick={() => setOpen("confirm")}>Ask to confirm</Button>
        {toastKinds.map((kind) => (
          <Button key={kind} variant="ghost" onClick={() => showToast(kind, toastTexts[kind])}>
            Toast: {kind}
          </Button>
        ))}
      </SpecimenRow>
      <Dialog
        open={open === "form"}
        onOpenChange={close}
        title="Verify your mobile"
        description="We send a 6-digit code by text message."
        footer={
          <Button variant="primary" onClick={() => setOpen(null)}>
            Send code
          </Button>
        }
      >
        <TextField label="Phone number" inputMode="tel" />
      </Dialog>
      <ConfirmDialog
        open={open === "confirm"}
        onOpenChange={close}
        title="Stop the algorithm?"
        body="Open positions are closed at once. You cannot start again today after 9:10 AM."
        confirmLabel="Stop now"
        tone="danger"
        onConfirm={() => setOpen(null)}
      />
    </Specimen>
  );
}

export function StateSpecimen() {
  return (
    <Specimen title="Waiting, empty, failed">
      <div className="grid gap-6 md:grid-cols-2">
        <LoadingRegion label="Loading the specimen">
          <div className="grid gap-4">
            <Skeleton className="h-8 w-1/2" />
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-4/5" />
          </div>
        </LoadingRegion>
        <SpinnerWithText>Loading subscription details...</SpinnerWithText>
        <EmptyState title="No scheduled orders found" level={3} icon={<Inbox className="size-5" aria-hidden="true" />}>
          An order you schedule waits here until its time.
        </EmptyState>
        <ErrorState title="Failed to load capital summary" level={3} onRetry={() => undefined}>
          The server did not answer. Your money and orders are not affected.
        </ErrorState>
      </div>
    </Specimen>
  );
}
