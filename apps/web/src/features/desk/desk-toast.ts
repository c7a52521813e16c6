import { showToast, type ToastKind } from "../../ui/toast.tsx";

const TOAST_MS = 1_500;

export const sayAtDesk = (kind: ToastKind, text: string): void => showToast(kind, text, { durationMs: TOAST_MS });
