import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { classNames } from "./class-names.ts";
import { FieldError } from "./field-error.tsx";
import "./checkbox.css";

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

type TextFieldProps = FieldProps & ComponentProps<"input"> & { trailing?: ReactNode };

export const inputClass = (hasError: boolean): string =>
  classNames(
    "h-12 w-full rounded-md border bg-surface px-4 text-base text-text transition-colors",
    "placeholder:text-muted disabled:cursor-not-allowed disabled:opacity-60 [&[readonly]]:bg-raised",
    hasError ? "border-2 border-danger" : "border-line-strong hover:border-muted",
  );

export function TextField({ label, error, hint, trailing, id, className, ...input }: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = hint ? `${inputId}-hint` : null;
  const errorId = error ? `${inputId}-error` : null;
  const describedBy = [errorId, hintId, input["aria-describedby"]].filter(Boolean).join(" ");
  return (
    <div className={classNames("grid content-start gap-2", className)}>
      <label htmlFor={inputId} className="text-sm font-medium text-text">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className={classNames(inputClass(Boolean(error)), Boolean(trailing) && "pr-13")}
        />
        {trailing && <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div>}
      </div>
      {error && errorId && <FieldError id={errorId}>{error}</FieldError>}
      {hint && hintId && (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}

type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "type"> & {
    /** What the eye button shows and hides, if it is not a password. */
    secretName?: string;
  };

export function PasswordField({ secretName = "password", ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? "text" : "password"}
      trailing={
        <button
          type="button"
          className="grid size-11 place-items-center rounded-md text-muted hover:text-text"
          aria-label={`${isShown ? "Hide" : "Show"} ${secretName}`}
          onClick={() => setShown(!isShown)}
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      }
    />
  );
}

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; error?: string | undefined };

/** The browser's own control in our style (checkbox.css): it works before any script and with every keyboard. */
export function Checkbox({ label, error, id, className, ...input }: CheckboxProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const errorId = error ? `${inputId}-error` : undefined;
  return (
    <div className={classNames("grid gap-1", className)}>
      <label htmlFor={inputId} className="flex min-h-11 items-center gap-3 text-sm text-text">
        <input
          {...input}
          id={inputId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={errorId}
          className="checkbox"
        />
        <span>{label}</span>
      </label>
      {error && errorId && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
