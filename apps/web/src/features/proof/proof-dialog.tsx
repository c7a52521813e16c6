import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { withoutGaps } from "../../lib/code-digits.ts";
import { useForm } from "../../lib/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { proofTexts } from "./proof.texts.ts";
import { type ProofWays, proveByPasskey, sayRefusal, toWays } from "./proof-ways.ts";

const CODE_MIN = 6;
const CODE_MAX = 20;

interface ProofDialogProps {
  /** For users who have only Google; the route's frame provides it. */
  readonly googleSlot?: ReactNode;
  readonly onDone: (isProved: boolean) => void;
}

/** One dialog for everything that needs fresh proof. It opens above the dialog that needs it. */
export function ProofDialog({ googleSlot, onDone }: ProofDialogProps) {
  const [ways, setWays] = useState<ProofWays | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    api("GET", "/auth/security").then(
      (security) => !isGone && setWays(toWays(security)),
      (cause: unknown) => !isGone && setFault(sayRefusal(cause)),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onDone(false)}
      title={proofTexts.title}
      description={proofTexts.lead}
    >
      {ways === null && fault === null && <Spinner className="size-6 text-muted" />}
      {ways?.typed && <TypedProof way={ways.typed} onFault={setFault} onDone={onDone} />}
      {ways?.hasPasskey && <PasskeyProof onFault={setFault} onDone={onDone} />}
      {ways !== null && ways.typed === null && !ways.hasPasskey && (
        <div className="grid gap-3">
          <p className="text-muted">{proofTexts.google}</p>
          {googleSlot}
        </div>
      )}
      <FormFault>{fault}</FormFault>
    </Dialog>
  );
}

interface WayProps {
  readonly onFault: (sentence: string | null) => void;
  readonly onDone: (isProved: boolean) => void;
}

function TypedProof({ way, onFault, onDone }: WayProps & { readonly way: "code" | "password" }) {
  const { register, handleSubmit, formState } = useForm<{ typed: string }>({ defaultValues: { typed: "" } });
  const submit = handleSubmit(async ({ typed }) => {
    onFault(null);
    try {
      await api("POST", "/auth/proof", {
        body: way === "code" ? { code: withoutGaps(typed) } : { password: typed },
      });
      onDone(true);
    } catch (cause) {
      onFault(sayRefusal(cause));
    }
  });
  const error = formState.errors.typed?.message;
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        // The requesting dialog may be a form itself, and React events bubble through portals.
        event.stopPropagation();
        void submit(event);
      }}
    >
      {way === "password" ? (
        <PasswordField
          label={proofTexts.password}
          autoComplete="current-password"
          error={error}
          {...register("typed", { validate: (typed) => typed !== "" || proofTexts.passwordRequired })}
        />
      ) : (
        <TextField
          label={proofTexts.code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_MAX}
          error={error}
          {...register("typed", { validate: (typed) => typed.trim().length >= CODE_MIN || proofTexts.codeRequired })}
        />
      )}
      <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={() => onDone(false)}>
          {proofTexts.cancel}
        </Button>
        <Button variant="primary" type="submit" isBusy={formState.isSubmitting}>
          {proofTexts.submit}
        </Button>
      </footer>
    </form>
  );
}

function PasskeyProof({ onFault, onDone }: WayProps) {
  const [isBusy, setBusy] = useState(false);
  const prove = async () => {
    onFault(null);
    setBusy(true);
    try {
      await proveByPasskey(api);
      onDone(true);
    } catch (cause) {
      onFault(sayRefusal(cause));
      setBusy(false);
    }
  };
  return (
    <Button isBusy={isBusy} onClick={() => void prove()}>
      <Fingerprint className="size-5" aria-hidden="true" />
      {proofTexts.passkey}
    </Button>
  );
}
