import { useEffect } from "react";
import { credentialCheck } from "../../../lib/credential-form.ts";
import { useForm } from "../../../lib/form.tsx";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormFault } from "../../../ui/form-fault.tsx";
import { LinkCard } from "./link-card.tsx";

interface LoginStepProps {
  words: {
    readonly title: string;
    readonly lead: string;
    readonly pasteLead: string;
    readonly grant: string;
    /** `null`: the button is disabled until something is typed. */
    readonly grantMissing: string | null;
    readonly complete: string;
  };
  /** `null` where only the opened window knows it. */
  loginUrl: string | null;
  isShut: boolean;
  isBusy: boolean;
  reason: string | null;
  onComplete(grant: string): void;
  onStartOver(): void;
}

/** B2.15, B2.20: the login happens on the broker's page in another window; its final address may be pasted here too. */
export function LoginStep({ words, loginUrl, isShut, isBusy, reason, onComplete, onStartOver }: LoginStepProps) {
  const form = useForm({
    defaultValues: { grant: "" },
    check: credentialCheck<{ grant: string }>(({ grant }) => ({
      grant: grant.trim() === "" ? words.grantMissing : null,
    })),
  });
  const isEmpty = form.watch("grant").trim() === "";
  const { setFocus } = form;
  useEffect(() => {
    if (reason !== null) setFocus("grant");
  }, [reason, setFocus]);
  const submit = form.handleSubmit(({ grant }) => onComplete(grant.trim()));
  return (
    <LinkCard title={words.title} lead={isShut ? connectionTexts.windowBlocked : words.lead} state="pendingAuth">
      <form
        method="post"
        noValidate
        className="grid gap-5 p-6"
        onSubmit={(event) => (isBusy ? event.preventDefault() : void submit(event))}
      >
        {loginUrl !== null && (
          <div>
            <Button asChild variant={isShut ? "primary" : "secondary"}>
              <a href={loginUrl} target="_blank" rel="noreferrer">
                {connectionTexts.openLogin}
              </a>
            </Button>
          </div>
        )}
        <p className="text-muted">{words.pasteLead}</p>
        <TextField
          label={words.grant}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.formState.errors.grant?.message}
          {...form.register("grant")}
        />
        <FormFault>{reason}</FormFault>
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            className="w-full sm:w-auto"
            variant={isShut ? "secondary" : "primary"}
            isBusy={isBusy}
            disabled={words.grantMissing === null && isEmpty}
          >
            {words.complete}
          </Button>
          <Button variant="ghost" onClick={onStartOver}>
            {connectionTexts.startOver}
          </Button>
        </div>
      </form>
    </LinkCard>
  );
}
