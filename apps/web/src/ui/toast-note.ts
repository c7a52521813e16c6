export interface ToastNote {
  readonly id: number;
  readonly kind: "success" | "error" | "info" | "warning";
  readonly text: string;
  readonly durationMs: number;
}
