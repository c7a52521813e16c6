import { useEffect, useState } from "react";
import { CopyField } from "../../ui/copy-field.tsx";
import { accountTexts } from "./sandbox.texts.ts";
import { secondsLeft, totpCode } from "./totp.ts";
import { useWallMs } from "./use-market-clock.ts";

/** The current code of this account's authenticator app, and how long it is valid. */
export function TotpField({ secret }: { readonly secret: string }) {
  const wallMs = useWallMs();
  const [code, setCode] = useState<string | null>(null);
  const step = Math.floor(wallMs / 30_000);
  useEffect(() => {
    let isGone = false;
    totpCode(secret, step * 30_000).then(
      (now) => !isGone && setCode(now),
      () => !isGone && setCode(null), // over plain HTTP the browser has no Web Crypto
    );
    return () => {
      isGone = true;
    };
  }, [secret, step]);
  if (code === null) return null;
  return <CopyField label={accountTexts.totpNow} value={code} hint={accountTexts.totpLeft(secondsLeft(wallMs))} />;
}
