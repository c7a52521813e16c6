import { usePageMode } from "../lib/page-mode.ts";
import { useHydrated } from "../lib/use-hydrated.ts";

/** In the sandbox no mail and no text message leaves the machine: here is where they arrive. */
export function SandboxCodeLink({ from }: { readonly from: "mail" | "sms" }) {
  const mode = usePageMode();
  if (!useHydrated() || mode !== "sandbox") return null;
  return (
    <a
      href={`/sandbox?tab=${from}`}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
    >
      Sandbox: your code is here
    </a>
  );
}
