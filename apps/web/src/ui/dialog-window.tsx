import X from "lucide-react/icons/x";
import { Close, Content, Description, Overlay, Portal, Root, Title } from "radix-ui/dialog";
import { useRef } from "react";
import { classNames } from "./class-names.ts";
import type { DialogProps } from "./dialog-props.ts";

const SHEET =
  "fixed inset-x-0 bottom-0 z-50 grid outline-none max-h-[92dvh] grid-cols-[minmax(0,1fr)] gap-5 overflow-y-auto rounded-t-xl border border-line bg-surface p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-card data-[state=open]:animate-pop sm:inset-auto sm:top-1/2 sm:left-1/2 sm:-translate-1/2 sm:rounded-xl sm:p-7";

const NARROW = "sm:w-[min(30rem,calc(100%-2.5rem))]";
const WIDE = "sm:w-[min(54rem,calc(100%-2.5rem))]";

export function DialogWindow(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, isBlocking, isWide } = props;
  const keepOpen = (event: Event) => isBlocking && event.preventDefault();
  // Without a trigger of its own the dialog must remember which element had the focus.
  const interrupted = useRef<Element | null>(null);
  const rememberFocus = () => {
    interrupted.current = document.activeElement;
  };
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    if (interrupted.current instanceof HTMLElement) interrupted.current.focus();
  };
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-50 bg-scrim backdrop-blur-[2px] data-[state=open]:animate-fade" />
        <Content
          className={classNames(SHEET, isWide ? WIDE : NARROW)}
          onEscapeKeyDown={keepOpen}
          onInteractOutside={keepOpen}
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={giveFocusBack}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <header className="grid gap-2 pr-10">
            <Title className="text-xl font-semibold">{title}</Title>
            {description && <Description className="text-muted">{description}</Description>}
          </header>
          {children}
          {footer && (
            <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">{footer}</footer>
          )}
          {!isBlocking && (
            <Close className="absolute top-4 right-4 grid size-11 place-items-center rounded-md text-muted hover:bg-raised hover:text-text">
              <X className="size-5" aria-hidden="true" />
              <span className="sr-only">Close</span>
            </Close>
          )}
        </Content>
      </Portal>
    </Root>
  );
}
