import { useState } from "react";
import { useNavigate } from "react-router";
import { useSessionStore } from "../lib/session.tsx";
import { siteTexts } from "../texts/site.texts.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { showToast } from "../ui/toast.tsx";

export function LogoutDialog({ onClose }: { readonly onClose: () => void }) {
  const store = useSessionStore();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await store.leave();
      onClose();
      showToast("success", siteTexts.loggedOut);
      await navigate("/");
    } catch {
      setBusy(false);
      showToast("error", siteTexts.logoutFailed);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={siteTexts.logoutTitle}
      body={siteTexts.logoutBody}
      confirmLabel={siteTexts.logoutConfirm}
      cancelLabel={siteTexts.logoutCancel}
      isBusy={isBusy}
      onConfirm={() => void leave()}
    />
  );
}
