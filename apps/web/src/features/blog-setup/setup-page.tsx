import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { showToast } from "../../ui/toast.tsx";
import { setupTexts as texts } from "./setup.texts.ts";
import { isComplete, partsOf, type SetupPart, type SetupReply, type SetupState, useSetup } from "./use-setup.ts";

type CheckState = SetupReply["checks"][number]["state"];

const looks: Record<CheckState, { readonly Icon: typeof Clock; readonly tone: string }> = {
  pending: { Icon: Clock, tone: "text-muted" },
  exists: { Icon: CircleCheck, tone: "text-info" },
  missing: { Icon: CircleX, tone: "text-danger" },
};

function CheckRow({ name, state, message }: { name: string; state: CheckState; message: string }) {
  const { Icon, tone } = looks[state];
  return (
    <li className="flex items-start justify-between gap-4 px-6 py-4">
      <div className="grid gap-1">
        <span className="font-medium">{name}</span>
        {message !== "" && <span className="text-sm text-muted">{message}</span>}
      </div>
      <span className={`flex items-center gap-2 font-semibold ${tone}`}>
        <Icon className="size-4.5" aria-hidden="true" />
        {texts.states[state]}
      </span>
    </li>
  );
}

function Checks({ part, reply }: { part: SetupPart; reply: SetupReply | null }) {
  return (
    <ul className="divide-y divide-line">
      {partsOf[part].map((name) => {
        const check = reply?.checks.find((one) => one.part === name);
        return (
          <CheckRow
            key={name}
            name={texts.parts[name]}
            state={check?.state ?? "pending"}
            message={check?.message ?? ""}
          />
        );
      })}
    </ul>
  );
}

async function copyScript(script: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(script);
    showToast("success", texts.copied);
  } catch {
    showToast("error", texts.notCopied);
  }
}

function ByHand({ script }: { script: string }) {
  return (
    <Card>
      <CardHeader
        title={texts.byHandTitle}
        description={texts.byHandBody}
        action={
          <Button size="sm" onClick={() => void copyScript(script)}>
            {texts.copy}
          </Button>
        }
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-100 overflow-auto p-6 font-mono text-sm">
        {script}
      </pre>
    </Card>
  );
}

const placeOf = (part: SetupPart, reply: SetupReply): string =>
  texts.keptIn(part === "storage" ? texts.images[reply.images] : texts.store[reply.store]);

function messageOf({ step, verdict, reply }: SetupState, part: SetupPart): string {
  if (step === "waiting") return texts.waiting;
  if (verdict !== null) return verdict;
  return reply !== null && isComplete(reply, part) ? texts.allThere : "";
}

export function SetupPage({ part }: { part: SetupPart }) {
  const { state, check, setUp } = useSetup(part);
  const { reply, step } = state;
  const isBusy = step === "setting-up" || step === "waiting";
  const isStorage = part === "storage";
  const hasWork = reply !== null && !isComplete(reply, part);
  return (
    <div className="page-width grid full-page content-start gap-8 py-12">
      <header className="grid gap-2 pr-12">
        <h1 className="text-2xl font-semibold">{isStorage ? texts.storageTitle : texts.databaseTitle}</h1>
        <p className="text-muted">
          {isStorage ? texts.storageLead : texts.databaseLead} {reply !== null && placeOf(part, reply)}
        </p>
      </header>
      <Card className="max-w-3xl">
        <Checks part={part} reply={reply} />
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-6 py-4">
          <Button variant="primary" disabled={!hasWork} isBusy={isBusy} onClick={() => void setUp()}>
            {texts.setUp}
          </Button>
          <Button isBusy={step === "checking"} disabled={isBusy} onClick={() => void check()}>
            {texts.check}
          </Button>
          <p role="status" className="text-sm text-muted">
            {messageOf(state, part)}
          </p>
        </div>
      </Card>
      <FormFault>{state.fault}</FormFault>
      {state.isByHand && reply !== null && <ByHand script={reply.script} />}
    </div>
  );
}
