import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { offerProof } from "../lib/proof-gate.ts";

const ProofDialog = lazy(async () => ({
  default: (await import("../features/proof/proof-dialog.tsx")).ProofDialog,
}));
const GoogleButton = lazy(async () => ({
  default: (await import("../features/google/google-button.tsx")).GoogleButton,
}));

export function ProofSlot() {
  const { pathname } = useLocation();
  const [answer, setAnswer] = useState<{ readonly give: (isProved: boolean) => void } | null>(null);
  useEffect(() => {
    let giveUp: ((isProved: boolean) => void) | null = null;
    const ask = () =>
      new Promise<boolean>((give) => {
        giveUp = give;
        setAnswer({ give });
      });
    const takeBack = offerProof(ask);
    return () => {
      takeBack();
      giveUp?.(false);
    };
  }, []);
  if (answer === null) return null;
  const done = (isProved: boolean) => {
    setAnswer(null);
    answer.give(isProved);
  };
  return (
    <Suspense fallback={null}>
      <ProofDialog googleSlot={<GoogleButton nextPath={pathname} />} onDone={done} />
    </Suspense>
  );
}
