import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import { Content, Icon, Item, ItemIndicator, ItemText, Portal, Root, Trigger, Value, Viewport } from "radix-ui/select";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import { inputClass } from "./field.tsx";
import { FieldError } from "./field-error.tsx";

export interface SelectOption<Choice extends string> {
  readonly value: Choice;
  readonly label: string;
  readonly isDisabled?: boolean;
}

interface SelectProps<Choice extends string> {
  label: string;
  options: readonly SelectOption<Choice>[];
  value: NoInfer<Choice> | null;
  onValueChange(value: NoInfer<Choice>): void;
  placeholder?: string;
  error?: string | undefined;
  isDisabled?: boolean;
  /** The label is announced but not drawn, where the surroundings already say it. */
  isLabelHidden?: boolean;
  className?: string;
}

const ITEM =
  "flex h-11 cursor-pointer select-none items-center justify-between gap-4 rounded-sm px-3 text-base outline-none data-[highlighted]:bg-raised data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50";

export function Select<Choice extends string>(props: SelectProps<Choice>) {
  const { label, options, value, onValueChange, placeholder = "Choose…", error, isDisabled, isLabelHidden } = props;
  const id = useId();
  return (
    <div className={classNames("grid content-start gap-2", props.className)}>
      <span id={`${id}-label`} className={isLabelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </span>
      <Root value={value ?? ""} onValueChange={(next) => onValueChange(next as Choice)} disabled={isDisabled ?? false}>
        <Trigger
          aria-labelledby={`${id}-label ${id}-value`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={classNames(
            inputClass(Boolean(error)),
            "flex items-center justify-between gap-3 text-left data-[placeholder]:text-muted",
          )}
        >
          <span id={`${id}-value`} className="truncate">
            <Value placeholder={placeholder} />
          </span>
          <Icon asChild>
            <ChevronDown className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
          </Icon>
        </Trigger>
        <Portal>
          <Content
            position="popper"
            sideOffset={6}
            className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-md border border-line-strong bg-surface p-1.5 text-text shadow-card"
          >
            <Viewport>
              {options.map((option) => (
                <Item key={option.value} value={option.value} disabled={option.isDisabled ?? false} className={ITEM}>
                  <ItemText>{option.label}</ItemText>
                  <ItemIndicator>
                    <Check className="size-4.5 text-accent-text" aria-hidden="true" />
                  </ItemIndicator>
                </Item>
              ))}
            </Viewport>
          </Content>
        </Portal>
      </Root>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
