import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { consentTexts } from "./consent.texts.ts";
import { type ApprovalMode, ModeChoice } from "./mode-choice.tsx";

interface StartDialogProps {
  open: boolean;
  needsConsent: boolean;
  initialMode: ApprovalMode;
  confirmLabel: string;
  isBusy: boolean;
  fault: string | null;
  onConfirm(mode: ApprovalMode): void;
  onClose(): void;
}

function ConsentPoints() {
  return (
    <ul className="grid list-disc gap-2 pl-5 text-sm text-muted marker:text-line-strong">
      {consentTexts.points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

interface ConsentProps {
  isAgreed: boolean;
  isMissing: boolean;
  onChange(isAgreed: boolean): void;
}

function Consent({ isAgreed, isMissing, onChange }: ConsentProps) {
  return (
    <div className="grid gap-3">
      <ConsentPoints />
      <a
        href="/legal/terms.pdf"
        target="_blank"
        rel="noreferrer"
        className="thumb w-fit text-sm font-semibold underline decoration-line-strong underline-offset-4"
      >
        {consentTexts.terms}
      </a>
      <Checkbox
        label={consentTexts.agree}
        checked={isAgreed}
        error={isMissing ? consentTexts.mustAgree : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

export function StartDialog(props: StartDialogProps) {
  const { open, needsConsent, initialMode, confirmLabel, isBusy, fault, onConfirm, onClose } = props;
  const [mode, setMode] = useState<ApprovalMode>(initialMode);
  const [isAgreed, setAgreed] = useState(false);
  const [hasTried, setTried] = useState(false);
  const isMissing = needsConsent && !isAgreed;
  const confirm = () => (isMissing ? setTried(true) : onConfirm(mode));
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={needsConsent ? consentTexts.title : consentTexts.modeDialog}
      description={needsConsent ? consentTexts.lead : consentTexts.modeLater}
      footer={
        <>
          <Button onClick={onClose}>{consentTexts.cancel}</Button>
          <Button variant="primary" isBusy={isBusy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ModeChoice chosen={mode} onChoose={setMode} />
      {needsConsent && <Consent isAgreed={isAgreed} isMissing={isMissing && hasTried} onChange={setAgreed} />}
      <FormFault>{fault}</FormFault>
    </Dialog>
  );
}
