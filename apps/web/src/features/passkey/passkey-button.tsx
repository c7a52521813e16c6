import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { passkeyTexts } from "./passkey.texts.ts";
import { isPasskeySupported, logInWithPasskey } from "./passkey-login.ts";

/** Nearly every browser supports passkeys, so the server's HTML has the button and unsupported ones remove it. */
export function PasskeyButton() {
  const store = useSessionStore();
  const isHydrated = useHydrated();
  const [isBusy, setBusy] = useState(false);
  if (isHydrated && !isPasskeySupported()) return null;
  const logIn = async () => {
    setBusy(true);
    const outcome = await logInWithPasskey(api);
    if (outcome.kind === "signed_in") await store.enter(outcome.user);
    if (outcome.kind === "failed") showToast("error", outcome.sentence);
    setBusy(false);
  };
  return (
    <Button size="lg" isBusy={isBusy} onClick={() => void logIn()}>
      <Fingerprint className="size-5" aria-hidden="true" />
      {passkeyTexts.button}
    </Button>
  );
}
