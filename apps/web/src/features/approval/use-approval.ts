import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { approvalTexts as texts } from "./approval.texts.ts";
import {
  type Answer,
  type Decision,
  endedOutcome,
  type Offer,
  type OfferOrder,
  type Outcome,
  outcomeOf,
  unsureOutcome,
} from "./approval-model.ts";

/** The calls to the server, which differ for a page and for a link. */
export interface ApprovalWays {
  decide(decision: Decision): Promise<{ readonly answer: Answer }>;
  look(): Promise<{ readonly answer: Answer | null; readonly order: OfferOrder | null }>;
}

type SheetState =
  | { readonly kind: "offered"; readonly fault: string | null }
  | { readonly kind: "sending"; readonly decision: Decision }
  | { readonly kind: "over"; readonly outcome: Outcome };

const SECOND_MS = 1_000;
/** A sheet that slides in under a thumb must not catch a stray tap. */
const DEAF_MS = 400;
const FIRST_LOOK_MS = 500;

const secondsUntil = (endsAtMs: number): number => Math.max(0, Math.ceil((endsAtMs - Date.now()) / SECOND_MS));

function useSecondsLeft(endsAtMs: number): number {
  const [left, setLeft] = useState(() => secondsUntil(endsAtMs));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(endsAtMs)), SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return left;
}

function useDeaf(): boolean {
  const [isDeaf, setDeaf] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setDeaf(false), DEAF_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDeaf;
}

const first = (offer: Offer): SheetState =>
  offer.answer === null
    ? { kind: "offered", fault: null }
    : { kind: "over", outcome: outcomeOf(offer, offer.answer, offer.order, null) };

/** An offer from its first second to its outcome. `isListed`: the server still lists it as waiting. */
export function useApproval(offer: Offer, endsAtMs: number, ways: ApprovalWays, isListed: boolean) {
  const secondsLeft = useSecondsLeft(endsAtMs);
  const [state, setState] = useState<SheetState>(() => first(offer));
  const answered = useRef<{ readonly answer: Answer; readonly left: number | null } | null>(null);
  const isDeaf = useDeaf();
  const current = useRef(ways);
  current.current = ways;

  const settle = useCallback(
    (answer: Answer, order: OfferOrder | null, left: number | null) => {
      answered.current = { answer, left };
      setState({ kind: "over", outcome: outcomeOf(offer, answer, order, left) });
    },
    [offer],
  );

  const lookUp = useCallback(async () => {
    const seen = await current.current.look().catch(() => null);
    if (seen === null) return;
    if (seen.answer !== null) settle(seen.answer, seen.order, answered.current?.left ?? null);
  }, [settle]);

  const decide = useCallback(
    async (decision: Decision) => {
      if (isDeaf) return;
      const left = secondsUntil(endsAtMs);
      setState({ kind: "sending", decision });
      try {
        settle((await current.current.decide(decision)).answer, null, left);
      } catch (error) {
        const isOver = error instanceof ApiError && error.code === "approval_over";
        if (isOver) await lookUp();
        setState((now) => (now.kind === "sending" ? { kind: "offered", fault: texts.unanswered } : now));
      }
    },
    [isDeaf, endsAtMs, settle, lookUp],
  );

  const isOffered = state.kind === "offered";
  const isUnanswered = state.kind === "offered" && state.fault !== null;
  const isTimeOver = secondsLeft === 0;
  const isOpen = state.kind === "over" && state.outcome.isOpen;

  useEffect(() => {
    if (!isOffered || !isTimeOver) return;
    setState({ kind: "over", outcome: isUnanswered ? unsureOutcome : endedOutcome });
    void lookUp();
  }, [isOffered, isUnanswered, isTimeOver, lookUp]);

  // An offer leaves the list when another device of the same user answers it.
  useEffect(() => {
    if (!isOffered || isListed) return;
    const timer = setInterval(() => void lookUp(), FIRST_LOOK_MS);
    return () => clearInterval(timer);
  }, [isOffered, isListed, lookUp]);

  useEffect(() => {
    if (!isOpen) return;
    const begin = setTimeout(() => void lookUp(), FIRST_LOOK_MS);
    const timer = setInterval(() => void lookUp(), POLL.openDayMs);
    return () => {
      clearTimeout(begin);
      clearInterval(timer);
    };
  }, [isOpen, lookUp]);

  return { state, secondsLeft, isDeaf, decide };
}
