import { useForm } from "react-hook-form";
import { credentialResolver } from "../../lib/credential-form.ts";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { CODE_MISSING, fyersTexts } from "./fyers.texts.ts";

interface FyersAuthStepProps {
  authUrl: string;
  /** The browser kept the window shut. */
  isShut: boolean;
  isBusy: boolean;
  reason: string | null;
  onComplete(code: string): void;
  onStartOver(): void;
}

/** B2.15: the login happens in the other window; a code pasted here works as well. */
export function FyersAuthStep({ authUrl, isShut, isBusy, reason, onComplete, onStartOver }: FyersAuthStepProps) {
  const form = useForm({
    defaultValues: { code: "" },
    resolver: credentialResolver<{ code: string }>(({ code }) => ({ code: code.trim() === "" ? CODE_MISSING : null })),
  });
  const submit = form.handleSubmit(({ code }) => onComplete(code.trim()));
  return (
    <Card>
      <CardHeader
        title={fyersTexts.authTitle}
        description={isShut ? connectionTexts.windowBlocked : fyersTexts.authLead}
        action={
          <Badge tone="warn" hasDot>
            {fyersTexts.authPending}
          </Badge>
        }
      />
      <form
        method="post"
        noValidate
        className="grid gap-5 p-6"
        onSubmit={(event) => (isBusy ? event.preventDefault() : void submit(event))}
      >
        <div>
          <Button asChild variant={isShut ? "primary" : "secondary"}>
            <a href={authUrl} target="_blank" rel="noreferrer">
              {connectionTexts.openLogin}
            </a>
          </Button>
        </div>
        <p className="text-muted">{fyersTexts.pasteLead}</p>
        <TextField
          label={fyersTexts.code}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.formState.errors.code?.message}
          {...form.register("code")}
        />
        <FormFault>{reason}</FormFault>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant={isShut ? "secondary" : "primary"} isBusy={isBusy}>
            {fyersTexts.complete}
          </Button>
          <Button variant="ghost" onClick={onStartOver}>
            {fyersTexts.startOver}
          </Button>
        </div>
      </form>
    </Card>
  );
}
