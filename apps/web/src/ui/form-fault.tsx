import CircleAlert from "lucide-react/icons/circle-alert";

interface FormFaultProps {
  readonly children: string | null;
  /** A toast announces the same: one live region is enough. */
  readonly isAnnounced?: boolean;
}

/**
 * Why a form was refused, if it is not one field's fault. The region is there from the start, so that it is announced.
 */
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
