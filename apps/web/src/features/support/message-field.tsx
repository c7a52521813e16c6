import type { ComponentProps } from "react";
import { classNames } from "../../ui/class-names.ts";
import { inputClass } from "../../ui/field.tsx";
import { FieldError } from "../../ui/field-error.tsx";
import { supportTexts } from "./support.texts.ts";

interface MessageFieldProps extends ComponentProps<"textarea"> {
  error: string | undefined;
}

export function MessageField({ error, ...rest }: MessageFieldProps) {
  return (
    <div className="grid content-start gap-2">
      <label htmlFor="support-message" className="text-sm font-medium text-text">
        {supportTexts.message}
      </label>
      <textarea
        {...rest}
        id="support-message"
        rows={7}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "support-message-error support-message-hint" : "support-message-hint"}
        className={classNames(inputClass(Boolean(error)), "h-auto min-h-40 resize-y py-3 leading-relaxed")}
      />
      {error && <FieldError id="support-message-error">{error}</FieldError>}
      <p id="support-message-hint" className="text-sm text-muted">
        {supportTexts.messageHint}
      </p>
    </div>
  );
}
