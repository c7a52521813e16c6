import CircleAlert from "lucide-react/icons/circle-alert";

interface FormFaultProps {
  readonly children: string | null;
  /** A toast announces the same: one live region is enough. */
  readonly isAnnounced?: boolean;
}

/** The region is there from the start, so that screen readers announce a fault that comes later. */
export function FormFault({ children, isAnnounced = false }: FormFaultProps) {
  return (
    <div role={isAnnounced ? undefined : "alert"} className="empty:hidden">
      {children !== null && (
        <p className="flex items-start gap-2 text-sm font-medium text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
