import CircleAlert from "lucide-react/icons/circle-alert";
import type { FormEvent, ReactNode } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { ApiError } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { useFailure } from "./failure.ts";
import { settingsTexts } from "./settings.texts.ts";

/** The sentence beside each field that is not right. */
type Faults<Values> = { readonly [Field in keyof Values]?: string | null | undefined };

interface ServerFormOptions<Values extends FieldValues> {
  readonly initial: Values;
  check(values: Values): Faults<Values>;
  /** By the code of a refusal, the field it is about; every other refusal stands above the buttons. */
  readonly places?: Readonly<Record<string, Path<Values>>>;
  send(values: Values): Promise<unknown>;
}

interface ServerForm<Values extends FieldValues> {
  readonly methods: UseFormReturn<Values>;
  readonly register: UseFormReturn<Values>["register"];
  faultOf(field: Path<Values>): string | undefined;
  submit(event: FormEvent): void;
}

function toErrors<Values extends FieldValues>(faults: Faults<Values>): FieldErrors<Values> {
  const found = Object.entries(faults).filter(([, sentence]) => typeof sentence === "string");
  return Object.fromEntries(
    found.map(([field, message]) => [field, { type: "check", message }]),
  ) as FieldErrors<Values>;
}

/** A form of a few fields that the server answers: checked here first, refused beside the field it is about. */
export function useServerForm<Values extends FieldValues>(options: ServerFormOptions<Values>): ServerForm<Values> {
  const { initial, check, places = {}, send } = options;
  const sayFailure = useFailure();
  const methods = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    resolver: (values) => {
      const errors = toErrors(check(values));
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
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
    faultOf(field) {
      const message = errors[field]?.message;
      return typeof message === "string" ? message : undefined;
    },
    submit(event) {
      if (isSubmitting) event.preventDefault();
      else void submit(event);
    },
  };
}

interface ServerFormFrameProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  submitLabel: string;
  tone?: "primary" | "danger";
  cancelLabel?: string;
  onCancel(): void;
  children: ReactNode;
}

/** The body of a dialog that is a form. */
export function ServerFormFrame<Values extends FieldValues>(props: ServerFormFrameProps<Values>) {
  const { form, submitLabel, tone = "primary", cancelLabel = settingsTexts.cancel, onCancel, children } = props;
  const { errors, submitCount, isSubmitting } = form.methods.formState;
  const { root, ...fieldErrors }: FieldErrors = errors;
  return (
    <FormProvider {...form.methods}>
      <form method="post" noValidate className="grid gap-5" onSubmit={form.submit}>
        <FaultSummary errors={fieldErrors} submitCount={submitCount} />
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
