import { useForm } from "react-hook-form";
import { credentialFault, credentialResolver } from "../../lib/credential-form.ts";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { CredentialField } from "../../ui/credential-field.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { GuideLink } from "../../ui/guide-link.tsx";
import { fyersFields, fyersTexts } from "./fyers.texts.ts";
import type { FyersStatus, FyersValues } from "./fyers-values.ts";

/** B2.13 */
const BLANK: FyersValues = { FY_ID: "", APP_ID: "", APP_TYPE: "100", PIN: "", TOTP_KEY: "", SECRET_KEY: "" };
const FIELDS = Object.keys(BLANK) as readonly (keyof FyersValues)[];
const HIDDEN: readonly (keyof FyersValues)[] = ["PIN", "SECRET_KEY"];
const NUMERIC: readonly (keyof FyersValues)[] = ["APP_TYPE", "PIN"];

export const FYERS_FIELD_COUNT = FIELDS.length;

function storedValues(status: FyersStatus | null): FyersValues {
  if (status === null) return BLANK;
  const { REDIRECT_URI: _, ...stored } = status.credentials;
  return stored;
}

const check =
  (stored: FyersValues) =>
  (values: FyersValues): Record<keyof FyersValues, string | null> =>
    Object.fromEntries(
      FIELDS.map((field) => [field, credentialFault(values[field], stored[field], fyersFields[field].missing)]),
    ) as Record<keyof FyersValues, string | null>;

interface FyersFormProps {
  /** Null where it could not be read. */
  status: FyersStatus | null;
  isConnecting: boolean;
  isAutoConnecting: boolean;
  /** Why the last attempt was refused. */
  reason: string | null;
  onManual(values: FyersValues): void;
  onAuto(values: FyersValues): void;
}

/** B2.13, B2.14 */
export function FyersForm({ status, isConnecting, isAutoConnecting, reason, onManual, onAuto }: FyersFormProps) {
  const stored = storedValues(status);
  const form = useForm<FyersValues>({ defaultValues: stored, resolver: credentialResolver(check(stored)) });
  const { errors, submitCount } = form.formState;
  const isAutoOffered = status?.app_status === "Active"; // the form itself stands only while nothing is connected
  const isBusy = isConnecting || isAutoConnecting;
  const submit = form.handleSubmit((values) => (isAutoOffered ? onAuto(values) : onManual(values)));
  return (
    <Card>
      <CardHeader
        title={fyersTexts.formTitle}
        description={fyersTexts.formLead}
        action={<Badge hasDot>{connectionTexts.notConnected}</Badge>}
      />
      <form
        method="post"
        noValidate
        className="grid gap-6 p-6"
        onSubmit={(event) => (isBusy ? event.preventDefault() : void submit(event))}
      >
        <FaultSummary errors={errors} submitCount={submitCount} />
        <CopyField
          label={connectionTexts.redirectUrl}
          value={status?.credentials.REDIRECT_URI ?? `${location.origin}/connect/fyers`}
          hint={fyersTexts.redirectHint}
        />
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
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            {isAutoOffered && (
              <Button type="submit" variant="primary" isBusy={isAutoConnecting} disabled={isConnecting}>
                {fyersTexts.autoConnect}
              </Button>
            )}
            <Button
              type={isAutoOffered ? "button" : "submit"}
              variant={isAutoOffered ? "secondary" : "primary"}
              isBusy={isConnecting}
              disabled={isAutoConnecting}
              {...(isAutoOffered ? { onClick: () => void form.handleSubmit(onManual)() } : {})}
            >
              {fyersTexts.manualConnect}
            </Button>
            <GuideLink href="/guides/fyers.pdf" />
          </div>
          <p role="status" className="text-sm text-muted">
            {isAutoConnecting ? fyersTexts.autoRunning : fyersTexts.autoNote}
          </p>
        </div>
      </form>
    </Card>
  );
}
