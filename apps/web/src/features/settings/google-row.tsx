import { useMutation } from "@tanstack/react-query";
import LogIn from "lucide-react/icons/log-in";
import { type ReactNode, useState } from "react";
import { api } from "../../lib/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFailure } from "./failure.ts";
import { googleRowTexts } from "./settings.texts.ts";
import { useReadAgain } from "./settings-queries.ts";
import { RowAction, SettingsRow } from "./settings-section.tsx";

function Unlink({ onClose }: { onClose(): void }) {
  const readAgain = useReadAgain();
  const sayFailure = useFailure();
  const unlink = useMutation({
    mutationFn: () => api("DELETE", "/auth/google"),
    onSuccess: async () => {
      await readAgain();
      onClose();
      showToast("success", googleRowTexts.unlinked);
    },
    onError: (cause) => showToast("error", sayFailure(cause)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={googleRowTexts.unlinkTitle}
      body={googleRowTexts.unlinkBody}
      confirmLabel={googleRowTexts.unlink}
      tone="danger"
      isBusy={unlink.isPending}
      onConfirm={() => unlink.mutate()}
    />
  );
}

interface GoogleRowProps {
  isLinked: boolean;
  linkSlot: ReactNode;
}

export function GoogleRow({ isLinked, linkSlot }: GoogleRowProps) {
  const [isUnlinking, setUnlinking] = useState(false);
  if (!isLinked) {
    return (
      linkSlot && (
        <SettingsRow icon={LogIn} title={googleRowTexts.google} action={linkSlot}>
          {googleRowTexts.missing}
        </SettingsRow>
      )
    );
  }
  return (
    <>
      <SettingsRow
        icon={LogIn}
        title={googleRowTexts.google}
        badge={<Badge tone="info">{googleRowTexts.linked}</Badge>}
        action={
          <RowAction label={googleRowTexts.unlink} of={googleRowTexts.google} onClick={() => setUnlinking(true)} />
        }
      >
        {googleRowTexts.lead}
      </SettingsRow>
      {isUnlinking && <Unlink onClose={() => setUnlinking(false)} />}
    </>
  );
}
