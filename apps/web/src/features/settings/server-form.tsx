import CircleAlert from "lucide-react/icons/circle-alert";
import type { FormEvent, ReactNode } from "react";
import { ApiError } from "../../lib/api.ts";
import { toErrors } from "../../lib/credential-form.ts";
import { type Form, FormProvider, useForm } from "../../lib/form.tsx";
import { Button } from "../../ui/button.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { useFailure } from "./failure.ts";
import { settingsTexts } from "./settings.texts.ts";

type Faults<Values> = { readonly [Field in keyof Values]?: string | null | undefined };

interface ServerFormOptions<Values> {
  readonly initial: Values;
  check(values: Values): Faults<Values>;
  /** By the code of a refusal, the field it is about; every other refusal is shown above the buttons. */
  readonly places?: Readonly<Record<string, Extract<keyof Values, string>>>;
  send(values: Values): Promise<unknown>;
}

interface ServerForm<Values> {
  readonly methods: Form<Values>;
  readonly register: Form<Values>["register"];
  faultOf(field: Extract<keyof Values, string>): string | undefined;
  submit(event: FormEvent): void;
}

export function useServerForm<Values>(options: ServerFormOptions<Values>): ServerForm<Values> {
  const { initial, check, places = {}, send } = options;
  const sayFailure = useFailure();
  const methods = useForm<Values>({
    defaultValues: initial,
    check: (values) => toErrors(check(values)),
  });
  const { errors, isSubmitting } = methods.formState;
  const submit = methods.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (cause) {
      const place = cause instanceof ApiError ? places[cause.code] : undefined;
      methods.setError(place ?? "root", { message: sayFailure(cause) }, { shouldFocus: place !== undefined });
    }
  });
  return {
    methods,
    register: methods.register,
    faultOf: (field) => errors[field]?.message,
    submit(event) {
      if (isSubmitting) event.preventDefault();
      else void submit(event);
    },
  };
}

interface ServerFormFrameProps<Values> {
  form: ServerForm<Values>;
  submitLabel: string;
  tone?: "primary" | "danger";
  cancelLabel?: string;
  onCancel(): void;
  children: ReactNode;
}

export function ServerFormFrame<Values>(props: ServerFormFrameProps<Values>) {
  const { form, submitLabel, tone = "primary", cancelLabel = settingsTexts.cancel, onCancel, children } = props;
  const { errors, submitCount, isSubmitting } = form.methods.formState;
  const { root } = errors;
  return (
    <FormProvider form={form.methods}>
      <form method="post" noValidate className="grid gap-5" onSubmit={form.submit}>
        <FaultSummary errors={errors} submitCount={submitCount} />
        {children}
        <div role="alert" className="empty:hidden">
          {root && (
            <p className="flex items-start gap-2 text-sm font-medium text-danger">
              <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              {root.message}
            </p>
          )}
        </div>
        <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={tone} type="submit" isBusy={isSubmitting}>
            {submitLabel}
          </Button>
        </footer>
      </form>
    </FormProvider>
  );
}
