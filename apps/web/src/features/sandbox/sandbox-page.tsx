import { useSearchParams } from "react-router";
import { usePageMode } from "../../lib/page-mode.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Redirect } from "../../ui/redirect.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AccountsPanel } from "./accounts-panel.tsx";
import { ClockCard } from "./clock-card.tsx";
import { ExchangePanel } from "./exchange-panel.tsx";
import { FaultsPanel } from "./faults-panel.tsx";
import { MailPanel } from "./mail-panel.tsx";
import { PushPanel } from "./push-panel.tsx";
import { ResetButton } from "./reset-button.tsx";
import { sandboxTexts } from "./sandbox.texts.ts";
import { SignalsPanel } from "./signals-panel.tsx";
import { SmsPanel } from "./sms-panel.tsx";
import { TelegramPanel } from "./telegram-panel.tsx";

const tabs = [
  { id: "mail", label: sandboxTexts.tab.mail, panel: <MailPanel /> },
  { id: "sms", label: sandboxTexts.tab.sms, panel: <SmsPanel /> },
  { id: "telegram", label: sandboxTexts.tab.telegram, panel: <TelegramPanel /> },
  { id: "push", label: sandboxTexts.tab.push, panel: <PushPanel /> },
  { id: "faults", label: sandboxTexts.tab.faults, panel: <FaultsPanel /> },
  { id: "signals", label: sandboxTexts.tab.signals, panel: <SignalsPanel /> },
  { id: "exchange", label: sandboxTexts.tab.exchange, panel: <ExchangePanel /> },
  { id: "accounts", label: sandboxTexts.tab.accounts, panel: <AccountsPanel /> },
] as const;

type TabId = (typeof tabs)[number]["id"];

const toTabId = (text: string | null): TabId => tabs.find((tab) => tab.id === text)?.id ?? "mail";

/** The page for trying the product out. It exists only in the sandbox. */
export function SandboxPage({ onReset }: { onReset(): void }) {
  const mode = usePageMode();
  if (!useHydrated()) return <SandboxSkeleton />;
  return mode === "sandbox" ? <SandboxDesk onReset={onReset} /> : <Redirect to="/" />;
}

function SandboxHeading() {
  return (
    <div className="grid gap-2">
      <h1 className="text-2xl font-semibold">{sandboxTexts.title}</h1>
      <p className="max-w-[60ch] text-muted">{sandboxTexts.lead}</p>
    </div>
  );
}

function SandboxSkeleton() {
  return (
    <div className="grid gap-8">
      <SandboxHeading />
      <LoadingRegion label={sandboxTexts.loading}>
        <Skeleton className="h-72" />
      </LoadingRegion>
    </div>
  );
}

function SandboxDesk({ onReset }: { onReset(): void }) {
  const [search, setSearch] = useSearchParams();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <SandboxHeading />
        <ResetButton onReset={onReset} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-22">
          <ClockCard />
        </div>
        <Tabs
          label={sandboxTexts.tabs}
          tabs={tabs}
          selected={toTabId(search.get("tab"))}
          onSelect={(tab) => setSearch({ tab }, { replace: true, preventScrollReset: true })}
        />
      </div>
    </div>
  );
}
