import { useQuery } from "@tanstack/react-query";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import Clock from "lucide-react/icons/clock";
import { useForm } from "react-hook-form";
import { credentialFault, credentialResolver } from "../../../lib/credential-form.ts";
import { read } from "../../../lib/query.tsx";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { CredentialField } from "../../../ui/credential-field.tsx";
import { FaultSummary } from "../../../ui/fault-summary.tsx";
import { FormFault } from "../../../ui/form-fault.tsx";
import { GuideLink } from "../../../ui/guide-link.tsx";
import { LastError } from "../link/last-error.tsx";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import { LinkCard } from "../link/link-card.tsx";
import { SecurityNote } from "../link/security-note.tsx";
import type { Leaving } from "../link/use-leaving.ts";
import { angelOneFields, angelOneTexts } from "./angelone.texts.ts";
import type { AngelOneStatus, AngelOneValues } from "./use-angelone.ts";

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

/** Nothing to type: the morning's own login comes. */
function ComesByItself() {
  const { data } = useQuery(read("/brokers/readiness"));
  const own = data?.brokers.find(({ broker }) => broker === "angelone");
  if (own?.reason !== "connects_by_itself") return null;
  return (
    <div role="note" className="flex items-start gap-3 rounded-md bg-raised px-4 py-3.5 text-sm">
      <Clock className="mt-0.5 size-5 shrink-0 text-info" aria-hidden="true" />
      <p className="font-medium">{angelOneTexts.comesByItself}</p>
    </div>
  );
}

interface AngelOneFormProps {
  initial: AngelOneValues;
  status: AngelOneStatus;
  isConnected: boolean;
  isConnecting: boolean;
  isFetching: boolean;
  leaving: Leaving;
  reason: string | null;
  onConnect(values: AngelOneValues): void;
  onFetch(): void;
  /** Back to the connected view, where there is one. */
  onCancel(): void;
}

function FormButtons({ status, isConnected, isConnecting, isFetching, leaving, onFetch, onCancel }: AngelOneFormProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" variant="primary" isBusy={isConnecting} className="w-full sm:w-auto">
        {angelOneTexts.connect}
      </Button>
      <Button isBusy={isFetching} onClick={onFetch}>
        {angelOneTexts.fetch}
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
        removeBody={angelOneTexts.removeBody}
      />
      <GuideLink href="/guides/angelone.pdf" />
    </div>
  );
}

/** B2.17 */
export function AngelOneForm(props: AngelOneFormProps) {
  const { initial, status, isConnected, isConnecting, reason } = props;
  const form = useForm<AngelOneValues>({ defaultValues: initial, resolver: credentialResolver(check(initial)) });
  const { errors, submitCount } = form.formState;
  const submit = form.handleSubmit(props.onConnect);
  return (
    <LinkCard
      title={angelOneTexts.formTitle}
      lead={isConnected ? connectionTexts.replaceNote : angelOneTexts.formLead}
      standing={isConnected ? "connected" : "notConnected"}
    >
      <form
        method="post"
        noValidate
        className="grid gap-6 p-6"
        onSubmit={(event) => (isConnecting ? event.preventDefault() : void submit(event))}
      >
        <FaultSummary errors={errors} submitCount={submitCount} />
        {!isConnected && <ComesByItself />}
        <LastError name={brokerTitles.angelone} error={status.last_error} />
        <SecurityNote title={angelOneTexts.securityTitle}>{angelOneTexts.securityNote}</SecurityNote>
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
        <FormFault>{reason}</FormFault>
        <FormButtons {...props} />
      </form>
    </LinkCard>
  );
}
