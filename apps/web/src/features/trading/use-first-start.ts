import { useMutation } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { CONSENT_VERSION } from "@vriddhi/core/run/consent";
import { approvalModeOf } from "@vriddhi/core/run/run";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import { firstStartTexts } from "./first-start.texts.ts";
import type { ApprovalMode } from "./mode-choice.tsx";
import type { RunStatus } from "./use-run-status.ts";
import { sentenceOf } from "./use-run-switch.ts";

type Asking = "start" | "next_day" | "mode";

interface FirstStartDeps {
  readonly broker: BrokerName | null;
  readonly userId: string;
  readonly status: Pick<RunStatus, "run" | "recheck">;
  /** Zerodha's own switch, where the account has one. */
  readonly brokersSwitch: boolean | null;
  onStart(kind: "start" | "next_day", consentVersion: string | undefined): void;
}

/** The approval mode is stored before anything starts: a run in the wrong mode would trade without approval. */
export function useFirstStart({ broker, userId, status, brokersSwitch, onStart }: FirstStartDeps) {
  const { run, recheck } = status;
  const [asking, setAsking] = useState<Asking | null>(null);
  const needsConsent = run?.consent_needed != null;
  const needsMode = run !== null && run.approval_mode === null;
  const consentVersion = needsConsent ? CONSENT_VERSION : undefined;

  const store = useMutation({
    mutationFn: async (mode: ApprovalMode) => {
      if (broker !== null) await api("PUT", "/algorithm/approval-mode", { body: { broker, mode }, userId });
    },
    onSuccess: async () => {
      setAsking(null);
      if (asking === "start" || asking === "next_day") return onStart(asking, consentVersion);
      showToast("success", firstStartTexts.saved);
      await recheck();
    },
  });

  function begin(kind: "start" | "next_day"): void {
    if (needsConsent || needsMode) {
      store.reset();
      setAsking(kind);
    } else onStart(kind, undefined);
  }

  return {
    begin,
    changeMode(): void {
      store.reset();
      setAsking("mode");
    },
    dialog: {
      key: asking ?? "none",
      open: asking !== null,
      needsConsent: needsConsent && asking !== "mode",
      initialMode: approvalModeOf(run?.approval_mode ?? null, brokersSwitch),
      confirmLabel: confirmLabelOf(asking, needsConsent),
      isBusy: store.isPending,
      fault: store.isError ? (sentenceOf(store.error) ?? firstStartTexts.modeFailed) : null,
      onConfirm: (mode: ApprovalMode) => store.mutate(mode),
      onClose: () => setAsking(null),
    },
  };
}

function confirmLabelOf(asking: Asking | null, needsConsent: boolean): string {
  if (asking === "mode") return firstStartTexts.save;
  return needsConsent ? firstStartTexts.confirm : firstStartTexts.confirmModeOnly;
}
