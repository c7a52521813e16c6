import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { useForm } from "react-hook-form";
import { credentialFault, credentialResolver } from "../../../lib/credential-form.ts";
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
import { fyersFields, fyersTexts } from "./fyers.texts.ts";
import { type FyersStatus, type FyersValues, isFyersStored } from "./fyers-values.ts";

/** B2.13 */
const BLANK: FyersValues = { FY_ID: "", APP_ID: "", APP_TYPE: "100", PIN: "", TOTP_KEY: "", SECRET_KEY: "" };
const FIELDS = Object.keys(BLANK) as readonly (keyof FyersValues)[];
const HIDDEN: readonly (keyof FyersValues)[] = ["PIN", "SECRET_KEY"];
const NUMERIC: readonly (keyof FyersValues)[] = ["APP_TYPE", "PIN"];

export const FYERS_FIELD_COUNT = FIELDS.length;

function storedValues({ credentials }: FyersStatus): FyersValues {
  const { REDIRECT_URI: _, ...stored } = credentials;
  return stored;
}

const check =
  (stored: FyersValues) =>
  (values: FyersValues): Record<keyof FyersValues, string | null> =>
    Object.fromEntries(
      FIELDS.map((field) => [field, credentialFault(values[field], stored[field], fyersFields[field].missing)]),
    ) as Record<keyof FyersValues, string | null>;

interface FyersFormProps {
  status: FyersStatus;
  isConnected: boolean;
  isConnecting: boolean;
  isAutoConnecting: boolean;
  leaving: Leaving;
  /** Why the last attempt was refused. */
  reason: string | null;
  onManual(values: FyersValues): void;
  onAuto(values: FyersValues): void;
  onCancel(): void;
}

interface FormButtonsProps extends FyersFormProps {
  isAutoOffered: boolean;
  onManualPress(): void;
}

function FormButtons(props: FormButtonsProps) {
  const { status, isConnected, isConnecting, isAutoConnecting, isAutoOffered, leaving } = props;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {isAutoOffered && (
          <Button
            type="submit"
            variant="primary"
            isBusy={isAutoConnecting}
            disabled={isConnecting}
            className="w-full sm:w-auto"
          >
            {fyersTexts.autoConnect}
          </Button>
        )}
        <Button
          type={isAutoOffered ? "button" : "submit"}
          variant={isAutoOffered ? "secondary" : "primary"}
          isBusy={isConnecting}
          disabled={isAutoConnecting}
          className={isAutoOffered ? undefined : "w-full sm:w-auto"}
          {...(isAutoOffered ? { onClick: props.onManualPress } : {})}
        >
          {fyersTexts.manualConnect}
        </Button>
        {isConnected && (
          <Button variant="ghost" onClick={props.onCancel}>
            {connectionTexts.cancel}
          </Button>
        )}
        <LeaveButtons
          leaving={leaving}
          isConnected={false}
          isStored={isFyersStored(status)}
          removeBody={fyersTexts.removeBody}
        />
        <GuideLink href="/guides/fyers.pdf" />
      </div>
      <p role="status" className="text-sm text-muted">
        {isAutoConnecting ? fyersTexts.autoRunning : fyersTexts.autoNote}
      </p>
    </div>
  );
}

/** B2.13, B2.14 */
export function FyersForm(props: FyersFormProps) {
  const { status, isConnected, isConnecting, isAutoConnecting, reason, onManual, onAuto } = props;
  const stored = storedValues(status);
  const defaultValues = isFyersStored(status) ? stored : BLANK;
  const form = useForm<FyersValues>({ defaultValues, resolver: credentialResolver(check(stored)) });
  const { errors, submitCount } = form.formState;
  const isAutoOffered = status.app_status === "Active" && !isConnected;
  const isBusy = isConnecting || isAutoConnecting;
  const submit = form.handleSubmit((values) => (isAutoOffered ? onAuto(values) : onManual(values)));
  return (
    <LinkCard
      title={fyersTexts.formTitle}
      lead={isConnected ? connectionTexts.replaceNote : fyersTexts.formLead}
      standing={isConnected ? "connected" : "notConnected"}
    >
      <form
        method="post"
        noValidate
        className="grid gap-6 p-6"
        onSubmit={(event) => (isBusy ? event.preventDefault() : void submit(event))}
      >
        <FaultSummary errors={errors} submitCount={submitCount} />
        <LastError name={brokerTitles.fyers} error={status.last_error} />
        <div className="grid gap-6">
          <FormStep number={1} title={fyersTexts.appStep}>
            <CopyField
              label={connectionTexts.redirectUrl}
              value={status.credentials.REDIRECT_URI}
              hint={fyersTexts.redirectHint}
            />
          </FormStep>
          <FormStep number={2} title={fyersTexts.keyStep}>
            <SecurityNote title={fyersTexts.securityTitle}>{fyersTexts.securityNote}</SecurityNote>
            <div className="grid gap-5 sm:grid-cols-2">
              {FIELDS.map((field) => (
                <CredentialField
                  key={field}
                  label={fyersFields[field].label}
                  isHidden={HIDDEN.includes(field)}
                  inputMode={NUMERIC.includes(field) ? "numeric" : "text"}
                  required
                  error={errors[field]?.message}
                  {...form.register(field)}
                />
              ))}
            </div>
            <FormFault>{reason}</FormFault>
            <FormButtons
              {...props}
              isAutoOffered={isAutoOffered}
              onManualPress={() => void form.handleSubmit(onManual)()}
            />
          </FormStep>
        </div>
      </form>
    </LinkCard>
  );
}
