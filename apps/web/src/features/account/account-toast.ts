import { showToast, type ToastKind } from "../../ui/toast.tsx";

const TOAST_MS = 5_000;

const fetchToaster = (): void => void import("../../ui/toast-stack.tsx").catch(() => undefined);

/** Loads the toaster with the first field that is filled in: later there may be no connection to load it. */
export function prepareToasts(): () => void {
  document.addEventListener("focusin", fetchToaster, { once: true });
  return () => document.removeEventListener("focusin", fetchToaster);
}

export const sayOnAuthPage = (kind: ToastKind, sentence: string): void =>
  showToast(kind, sentence, { durationMs: TOAST_MS });
