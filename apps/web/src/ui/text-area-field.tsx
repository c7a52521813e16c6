import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { inputClass } from "./field.tsx";
import { FieldError } from "./field-error.tsx";

interface TextAreaFieldProps extends ComponentProps<"textarea"> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

export function TextAreaField({ label, error, hint, id, className, ...rest }: TextAreaFieldProps) {
  const ownId = useId();
  const areaId = id ?? ownId;
  const describedBy = [error && `${areaId}-error`, hint && `${areaId}-hint`].filter(Boolean).join(" ");
  return (
    <div className={classNames("grid content-start gap-2", className)}>
      <label htmlFor={areaId} className="text-sm font-medium text-text">
        {label}
      </label>
      <textarea
        rows={8}
        {...rest}
        id={areaId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={classNames(inputClass(Boolean(error)), "h-auto min-h-40 resize-y py-3 leading-relaxed")}
      />
      {error && <FieldError id={`${areaId}-error`}>{error}</FieldError>}
      {hint && (
        <div id={`${areaId}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
