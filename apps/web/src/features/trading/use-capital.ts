import { useEffect, useRef, useState } from "react";
import { formatRupees } from "../../lib/format-subscription.ts";
import { showToast } from "../../ui/toast.tsx";
import { isOverBand, isTooLow, isTypable, LEAST, settledAmount } from "./capital-rules.ts";
import type { TradingScript } from "./trading-script.ts";
import { type CapitalSource, type Holder, useSavedCapital } from "./use-saved-capital.ts";

interface CapitalDeps {
  readonly script: TradingScript;
  readonly holder: Holder;
  readonly source: CapitalSource | null;
  readonly isRunning: boolean;
  /** The run's start capital, while there is a run. */
  readonly inUse: number | null;
}

function useEndOfRun(isRunning: boolean, onEnd: () => void): void {
  const was = useRef(isRunning);
  useEffect(() => {
    if (was.current && !isRunning) onEnd();
    was.current = isRunning;
  });
}

export function useCapital({ script, holder, source, isRunning, inUse }: CapitalDeps) {
  const { allocation, isKnown, save, isSaving } = useSavedCapital(holder, source);
  const [draft, setDraft] = useState<string | null>(null);
  /** The rounded value that replaces the typed one, once the field is left. */
  const [snapped, setSnapped] = useState<number | null>(null);
  const band = allocation?.band ?? null;
  const saved = script.hasSavedCapital ? (allocation?.chosen ?? LEAST) : LEAST;
  const text = draft ?? String(saved);
  useEndOfRun(isRunning, () => {
    setDraft(null);
    setSnapped(null);
  });

  /** B5.1: nothing under the least is saved. */
  function keep(amount: number): void {
    if (script.hasSavedCapital && amount >= LEAST && amount !== allocation?.chosen) save(amount);
  }

  function take(amount: number): void {
    setDraft(String(amount));
    keep(amount);
  }

  /** B5.2: the page for all brokers sets the band instead, the others set nothing. */
  function refuse(limit: number): void {
    showToast("error", script.overBand(formatRupees(limit)));
    if (script.hasSavedCapital) take(limit);
  }

  return {
    band,
    /** A start sends the field's value: not before the saved value is loaded, or one was chosen. */
    isSettled: !script.hasSavedCapital || isKnown || draft !== null,
    isSaving,
    saved,
    text: isRunning && inUse !== null ? String(inUse) : text,
    /** The value that a start sends: an invalid one falls back to the least. */
    chosen: settledAmount(text, band),
    isTooLow: !isRunning && isTooLow(text),
    snapped: isRunning ? null : snapped,
    type(next: string): void {
      if (isRunning || !isTypable(next)) return;
      setSnapped(null);
      if (band !== null && isOverBand(Number(next), band)) refuse(band);
      else setDraft(next);
    },
    settle(): void {
      if (isRunning || draft === null) return;
      const amount = settledAmount(draft, band);
      if (draft !== "" && Number(draft) !== amount) setSnapped(amount);
      take(amount);
    },
    choose(preset: number): void {
      if (isRunning) return;
      setSnapped(null);
      if (band !== null && isOverBand(preset, band)) refusePreset(script, preset, band);
      else take(preset);
    },
  };
}
export type Capital = ReturnType<typeof useCapital>;

function refusePreset({ overBandPreset, overBand }: TradingScript, preset: number, band: number): void {
  const limit = formatRupees(band);
  showToast("error", overBandPreset?.(formatRupees(preset), limit) ?? overBand(limit));
}
