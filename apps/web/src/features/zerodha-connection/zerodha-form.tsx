import { FormProvider, useForm } from "react-hook-form";
import { credentialResolver } from "../../lib/credential-form.ts";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { CredentialField } from "../../ui/credential-field.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { GuideLink } from "../../ui/guide-link.tsx";
import { zerodhaFields, zerodhaTexts } from "./zerodha.texts.ts";
import { ZerodhaSettings } from "./zerodha-settings.tsx";
import { checkValues, type ZerodhaValues } from "./zerodha-values.ts";

const FIELDS = Object.keys(zerodhaFields) as readonly (keyof typeof zerodhaFields)[];

interface ZerodhaFormProps {
  initial: ZerodhaValues;
  redirectUrl: string;
  isConnected: boolean;
  isSaving: boolean;
  isFetching: boolean;
  reason: string | null;
  onSave(values: ZerodhaValues): void;
  onFetch(): void;
  onCancel(): void;
  /** Null where nothing is stored. */
  onRemove: (() => void) | null;
}

function FormButtons({ isSaving, isFetching, isConnected, onFetch, onCancel, onRemove }: ZerodhaFormProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" variant="primary" isBusy={isSaving}>
        {zerodhaTexts.save}
      </Button>
      <Button isBusy={isFetching} onClick={onFetch}>
        {zerodhaTexts.fetch}
      </Button>
      {onRemove !== null && (
        <Button variant="ghost" aria-haspopup="dialog" onClick={onRemove}>
          {zerodhaTexts.remove}
        </Button>
      )}
      {isConnected && (
        <Button variant="ghost" onClick={onCancel}>
          {zerodhaTexts.cancel}
        </Button>
      )}
      <GuideLink href="/guides/zerodha.pdf" />
    </div>
  );
}

/** B2.19 */
export function ZerodhaForm(props: ZerodhaFormProps) {
  const { initial, redirectUrl, isConnected, isSaving, reason } = props;
  const form = useForm<ZerodhaValues>({ defaultValues: initial, resolver: credentialResolver(checkValues(initial)) });
  const { errors, submitCount } = form.formState;
  const submit = form.handleSubmit(props.onSave);
  return (
    <Card>
      <CardHeader
        title={zerodhaTexts.formTitle}
        description={zerodhaTexts.formLead}
        action={
          <Badge tone={isConnected ? "info" : "neutral"} hasDot>
            {isConnected ? connectionTexts.connected : connectionTexts.notConnected}
          </Badge>
        }
      />
      <FormProvider {...form}>
        <form
          method="post"
          noValidate
          className="grid gap-6 p-6"
          onSubmit={(event) => (isSaving ? event.preventDefault() : void submit(event))}
        >
          <FaultSummary errors={errors} submitCount={submitCount} />
          <CopyField label={connectionTexts.redirectUrl} value={redirectUrl} hint={zerodhaTexts.redirectHint} />
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
          <div className="border-t border-line pt-6">
            <ZerodhaSettings />
          </div>
          <FormFault>{reason}</FormFault>
          <FormButtons {...props} />
        </form>
      </FormProvider>
    </Card>
  );
}
