import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { FormProvider, useForm } from "react-hook-form";
import { credentialResolver } from "../../../lib/credential-form.ts";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { CredentialField } from "../../../ui/credential-field.tsx";
import { FaultSummary } from "../../../ui/fault-summary.tsx";
import { FormFault } from "../../../ui/form-fault.tsx";
import { GuideLink } from "../../../ui/guide-link.tsx";
import { FormStep } from "../link/form-step.tsx";
import { LastError } from "../link/last-error.tsx";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import { LinkCard } from "../link/link-card.tsx";
import { SecurityNote } from "../link/security-note.tsx";
import type { Leaving } from "../link/use-leaving.ts";
import { zerodhaFields, zerodhaTexts } from "./zerodha.texts.ts";
import { ZerodhaSettings } from "./zerodha-settings.tsx";
import { checkValues, type ZerodhaStatus, type ZerodhaValues } from "./zerodha-values.ts";

const FIELDS = Object.keys(zerodhaFields) as readonly (keyof typeof zerodhaFields)[];

interface ZerodhaFormProps {
  initial: ZerodhaValues;
  status: ZerodhaStatus;
  isConnected: boolean;
  isSaving: boolean;
  isFetching: boolean;
  leaving: Leaving;
  reason: string | null;
  onSave(values: ZerodhaValues): void;
  onFetch(): void;
  /** Back to the connected view, where there is one. */
  onCancel(): void;
}

function FormButtons({ status, isSaving, isFetching, isConnected, leaving, onFetch, onCancel }: ZerodhaFormProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" variant="primary" isBusy={isSaving} className="w-full sm:w-auto">
        {zerodhaTexts.save}
      </Button>
      <Button isBusy={isFetching} onClick={onFetch}>
        {zerodhaTexts.fetch}
      </Button>
      {isConnected && (
        <Button variant="ghost" onClick={onCancel}>
          {connectionTexts.cancel}
        </Button>
      )}
      <LeaveButtons
        leaving={leaving}
        isConnected={false}
        isStored={status.credentials !== null}
        removeBody={zerodhaTexts.removeBody}
      />
      <GuideLink href="/guides/zerodha.pdf" />
    </div>
  );
}

/** B2.19 */
export function ZerodhaForm(props: ZerodhaFormProps) {
  const { initial, status, isConnected, isSaving, reason } = props;
  const form = useForm<ZerodhaValues>({ defaultValues: initial, resolver: credentialResolver(checkValues(initial)) });
  const { errors, submitCount } = form.formState;
  const submit = form.handleSubmit(props.onSave);
  return (
    <LinkCard
      title={zerodhaTexts.formTitle}
      lead={isConnected ? connectionTexts.replaceNote : zerodhaTexts.formLead}
      standing={isConnected ? "connected" : "notConnected"}
    >
      <FormProvider {...form}>
        <form
          method="post"
          noValidate
          className="grid gap-6 p-6"
          onSubmit={(event) => (isSaving ? event.preventDefault() : void submit(event))}
        >
          <FaultSummary errors={errors} submitCount={submitCount} />
          <LastError name={brokerTitles.zerodha} error={status.last_error} />
          <div className="grid gap-6">
            <FormStep number={1} title={zerodhaTexts.appStep}>
              <CopyField
                label={connectionTexts.redirectUrl}
                value={status.redirect_url}
                hint={zerodhaTexts.redirectHint}
              />
            </FormStep>
            <FormStep number={2} title={zerodhaTexts.keyStep}>
              <SecurityNote title={zerodhaTexts.securityTitle}>{zerodhaTexts.securityNote}</SecurityNote>
              <div className="grid gap-5 sm:grid-cols-2">
                {FIELDS.map((field) => (
                  <CredentialField
                    key={field}
                    label={zerodhaFields[field].label}
                    isHidden={field === "api_secret"}
                    required
                    error={errors[field]?.message}
                    {...form.register(field)}
                  />
                ))}
              </div>
              <FormFault>{reason}</FormFault>
              <FormButtons {...props} />
            </FormStep>
          </div>
          {/* A reconnect sends the settings as they are: with changed ones the server saves them and needs no login. */}
          {!isConnected && (
            <div className="border-t border-line pt-6">
              <ZerodhaSettings />
            </div>
          )}
        </form>
      </FormProvider>
    </LinkCard>
  );
}
