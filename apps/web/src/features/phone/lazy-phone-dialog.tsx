import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { siteTexts } from "../../texts/site.texts.ts";
import { showToast } from "../../ui/toast.tsx";
import type { PhoneDialogProps } from "./phone-dialog.tsx";

interface LazyPhoneDialogProps extends PhoneDialogProps {
  /** The dialog's code did not load: a dialog that the user opened says so and closes. */
  readonly onUnavailable?: () => void;
}

export function LazyPhoneDialog({ onUnavailable, ...dialog }: LazyPhoneDialogProps) {
  const [Loaded, setLoaded] = useState<ComponentType<PhoneDialogProps> | null>(null);
  const giveUp = useEffectEvent(() => {
    if (onUnavailable) return onUnavailable();
    showToast("error", siteTexts.partMissing);
    dialog.onClose();
  });
  useEffect(() => {
    let isWanted = true;
    import("./phone-dialog.tsx").then(
      (module) => isWanted && setLoaded(() => module.PhoneDialog),
      () => isWanted && giveUp(),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return Loaded && <Loaded {...dialog} />;
}
