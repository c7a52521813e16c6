import ShieldCheck from "lucide-react/icons/shield-check";
import { useForm } from "react-hook-form";
import { credentialFault, credentialResolver } from "../../lib/credential-form.ts";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { CredentialField } from "../../ui/credential-field.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { GuideLink } from "../../ui/guide-link.tsx";
import { angelOneFields, angelOneTexts } from "./angelone.texts.ts";
import type { AngelOneValues } from "./use-angelone.ts";

export const BLANK: AngelOneValues = { api_key: "", username: "", password: "", totp_token: "" };
const FIELDS = Object.keys(BLANK) as readonly (keyof AngelOneValues)[];
const HIDDEN: readonly (keyof AngelOneValues)[] = ["password", "totp_token"];

export const ANGELONE_FIELD_COUNT = FIELDS.length;

/** B2.17, B5.5 */
const PIN_MAX = 4;

const check =
  (stored: AngelOneValues) =>
  (values: AngelOneValues): Record<keyof AngelOneValues, string | null> =>
    Object.fromEntries(
      FIELDS.map((field) => [field, credentialFault(values[field], stored[field], angelOneFields[field].missing)]),
    ) as Record<keyof AngelOneValues, string | null>;

function SecurityNote() {
  return (
    <div role="note" className="flex items-start gap-3 rounded-md bg-raised px-4 py-3.5 text-sm">
      <ShieldCheck className="mt-0.5 size-5 shrink-0 text-info" aria-hidden="true" />
      <div className="grid gap-1">
        <p className="font-medium">{angelOneTexts.securityTitle}</p>
        <p className="text-muted">{angelOneTexts.securityNote}</p>
      </div>
    </div>
  );
}

interface AngelOneFormProps {
  initial: AngelOneValues;
  isConnected: boolean;
  isConnecting: boolean;
  isFetching: boolean;
  reason: string | null;
  onConnect(values: AngelOneValues): void;
  onFetch(): void;
  /** Back to the connected view, where there is one. */
  onCancel(): void;
}

/** B2.17 */
export function AngelOneForm(props: AngelOneFormProps) {
  const { initial, isConnected, isConnecting, isFetching, reason } = props;
  const form = useForm<AngelOneValues>({ defaultValues: initial, resolver: credentialResolver(check(initial)) });
  const { errors, submitCount } = form.formState;
  const submit = form.handleSubmit(props.onConnect);
  return (
    <Card>
      <CardHeader
        title={angelOneTexts.formTitle}
        description={angelOneTexts.formLead}
        action={
          <Badge tone={isConnected ? "info" : "neutral"} hasDot>
            {isConnected ? connectionTexts.connected : connectionTexts.notConnected}
          </Badge>
        }
      />
      <form
        method="post"
        noValidate
        className="grid gap-6 p-6"
        onSubmit={(event) => (isConnecting ? event.preventDefault() : void submit(event))}
      >
        <FaultSummary errors={errors} submitCount={submitCount} />
        <div className="grid gap-5 sm:grid-cols-2">
          {FIELDS.map((field) => (
            <CredentialField
              key={field}
              label={angelOneFields[field].label}
              hint={angelOneFields[field].hint}
              isHidden={HIDDEN.includes(field)}
              required
              error={errors[field]?.message}
              {...(field === "password" ? { maxLength: PIN_MAX, inputMode: "numeric" as const } : {})}
              {...form.register(field)}
            />
          ))}
        </div>
        <SecurityNote />
        <FormFault>{reason}</FormFault>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
          <Button type="submit" variant="primary" isBusy={isConnecting}>
            {angelOneTexts.connect}
          </Button>
          <Button isBusy={isFetching} onClick={props.onFetch}>
            {angelOneTexts.fetch}
          </Button>
          {isConnected && (
            <Button variant="ghost" onClick={props.onCancel}>
              {angelOneTexts.cancel}
            </Button>
          )}
          <GuideLink href="/guides/angelone.pdf" />
        </div>
      </form>
    </Card>
  );
}
