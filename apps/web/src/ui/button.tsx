import { Children, type ComponentProps, cloneElement, isValidElement } from "react";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

/** Gold is for the one main action of a screen. */
const variantClass: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent not-disabled:hover:bg-accent-hover",
  secondary: "border border-line-strong bg-surface text-text not-disabled:hover:bg-raised",
  ghost: "text-text not-disabled:hover:bg-raised",
  danger: "bg-danger text-on-danger not-disabled:hover:bg-danger-hover",
};

const sizeClass: Record<ButtonSize, string> = {
  sm: "thumb h-9 gap-1.5 rounded-md px-3.5 text-sm",
  md: "h-11 gap-2 rounded-md px-5 text-base",
  lg: "h-13 gap-2.5 rounded-md px-7 text-base",
};

const SHAPE =
  "relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap font-semibold transition-[background-color,border-color,transform] duration-150 not-disabled:active:scale-[0.98] disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress";

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Pending: the label stays in its place under a spinner and a second press does nothing. */
  isBusy?: boolean;
  /** Draws its one child, a link, as a button. Radix's Slot would do it too, for 2 kB on every page. */
  asChild?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant = "secondary", size = "md", isBusy = false, asChild = false, className, children, ...rest } = props;
  const look = classNames(SHAPE, variantClass[variant], sizeClass[size], className);
  if (asChild) {
    const child = Children.only(children);
    return isValidElement<{ className?: string }>(child)
      ? cloneElement(child, { className: classNames(look, child.props.className) })
      : child;
  }
  return (
    <button
      type="button"
      {...rest}
      className={look}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
    >
      {isBusy && <Spinner className="absolute" />}
      <span className={isBusy ? "inline-flex items-center gap-2 opacity-0" : "contents"}>{children}</span>
    </button>
  );
}
