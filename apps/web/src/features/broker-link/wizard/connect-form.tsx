import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { useEffect } from "react";
import { credentialCheck, credentialFault } from "../../../lib/credential-form.ts";
import { type Form, useForm } from "../../../lib/form.tsx";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { CredentialField } from "../../../ui/credential-field.tsx";
import { FaultSummary } from "../../../ui/fault-summary.tsx";
import { FormStep } from "../link/form-step.tsx";
import { LastError } from "../link/last-error.tsx";
import { LinkCard } from "../link/link-card.tsx";
import { SecurityNote } from "../link/security-note.tsx";
import { AppStep } from "./app-step.tsx";
import { ConnectButtons } from "./connect-buttons.tsx";
import type { ConnectFormProps } from "./connect-form-props.ts";
import type { FieldScript, Values } from "./connection-script.ts";
import { RefusedNote } from "./refused-note.tsx";
import type { Refused } from "./use-connection.ts";

const check =
  (fields: readonly FieldScript<string>[], stored: Values) =>
  (values: Values): Record<string, string | null> =>
    Object.fromEntries(
      fields.map(({ name, missing }) => [name, credentialFault(values[name] ?? "", stored[name] ?? "", missing)]),
    );

/** A refusal that names a field is shown and focused there until the user edits it. */
function useBlame(form: Form<Record<string, string>>, refused: Refused<string> | null): void {
  const { setError, setFocus } = form;
  useEffect(() => {
    if (refused === null || refused.field === null || refused.detail === null) return;
    setError(refused.field, { message: refused.detail });
    setFocus(refused.field);
  }, [refused, setError, setFocus]);
}

function KeyFields({ form, fields }: { form: Form<Record<string, string>>; fields: readonly FieldScript<string>[] }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {fields.map(({ name, label, hint, isHidden = false, isNumeric = false, maxLength }) => (
        <CredentialField
          key={name}
          label={label}
          hint={hint}
          isHidden={isHidden}
          inputMode={isNumeric ? "numeric" : "text"}
          maxLength={maxLength}
          required
          error={errors[name]?.message}
          {...form.register(name)}
        />
      ))}
    </div>
  );
}

export function ConnectForm<Status, Name extends string>(props: ConnectFormProps<Status, Name>) {
  const { script, status, facts, initial, isConnected, refused } = props;
  const { words, fields, broker, auto, Notice } = script;
  const form = useForm<Record<string, string>>({
    defaultValues: { ...initial },
    check: credentialCheck(check(fields, initial)),
  });
  useBlame(form, refused);
  const isAutoOffered = !isConnected && (auto?.isOffered(status) ?? false);
  const isBusy = props.isConnecting || props.isAutoConnecting;
  // the form holds exactly the script's fields
  const send = (way: (values: Values<Name>) => void) => form.handleSubmit((values) => way(values as Values<Name>));
  const submit = send(isAutoOffered ? props.onAuto : props.onConnect);
  return (
    <LinkCard
      title={words.formTitle}
      lead={isConnected ? connectionTexts.replaceNote : words.formLead}
      state={isConnected ? "connected" : "notConnected"}
    >
      <form
        method="post"
        noValidate
        className="grid gap-6 p-6"
        onSubmit={(event) => (isBusy ? event.preventDefault() : void submit(event))}
      >
        <FaultSummary errors={form.formState.errors} submitCount={form.formState.submitCount} />
        {!isConnected && Notice && <Notice />}
        <LastError name={brokerTitles[broker]} error={facts.lastError} />
        <div className="grid gap-6">
          <FormStep number={1} title={words.appStep} isDone={facts.stored !== null}>
            <AppStep broker={broker} words={words} redirectUrl={facts.redirectUrl} hasEgress={!isConnected} />
          </FormStep>
          <FormStep number={2} title={words.keyStep}>
            <SecurityNote title={words.securityTitle}>{words.securityNote}</SecurityNote>
            <KeyFields form={form} fields={fields} />
          </FormStep>
          <FormStep number={3} title={words.loginStep}>
            <p className="text-sm text-muted">{words.loginLead}</p>
            <RefusedNote refused={refused} />
            <ConnectButtons
              {...props}
              isAutoOffered={isAutoOffered}
              onManualPress={() => void send(props.onConnect)()}
            />
          </FormStep>
        </div>
      </form>
    </LinkCard>
  );
}
