import { usePageMode } from "../lib/page-mode.ts";
import { useHydrated } from "../lib/use-hydrated.ts";

const labels = {
  mail: "Sandbox: your code is here",
  sms: "Sandbox: your code is here",
  accounts: "Sandbox: broker accounts are here",
} as const;

/** In the sandbox no message leaves the machine and brokers are simulated: this links to the tool that shows them. */
export function SandboxLink({ to }: { readonly to: keyof typeof labels }) {
  const mode = usePageMode();
  if (!useHydrated() || mode !== "sandbox") return null;
  return (
    <a
      href={`/sandbox?tab=${to}`}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
    >
      {labels[to]}
    </a>
  );
}
