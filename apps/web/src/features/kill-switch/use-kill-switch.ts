import { useQueryClient } from "@tanstack/react-query";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";

/** `closing`: accepted, something is still open. `flat`: the server proved it. `unanswered`: nothing is claimed. */
export type KillState =
  | { readonly kind: "asking" }
  | { readonly kind: "pressed" }
  | { readonly kind: "closing"; readonly open: readonly TradingBroker[] }
  | { readonly kind: "flat" }
  | { readonly kind: "unanswered" };

interface KillSwitchHold {
  readonly state: KillState;
  press(): void;
  reset(): void;
}

const ASKING: KillState = { kind: "asking" };

interface KillReply {
  readonly is_flat: boolean;
  readonly still_open: readonly TradingBroker[];
}

const toState = ({ is_flat: isFlat, still_open: open }: KillReply): KillState =>
  isFlat ? { kind: "flat" } : { kind: "closing", open };

/** A press without an answer is `unanswered`; a poll without one changes nothing, and is repeated. */
export function useKillSwitch(): KillSwitchHold {
  const queries = useQueryClient();
  const [state, setState] = useState<KillState>(ASKING);
  const [looks, setLooks] = useState(0);
  const turn = useRef(0);

  const settle = useCallback(
    async (answer: Promise<KillReply>, without: KillState | null) => {
      const own = turn.current;
      const next = await answer.then(toState, () => without);
      if (own !== turn.current) return;
      setLooks((count) => count + 1);
      if (next === null) return;
      setState(next);
      for (const path of ["/algorithm/status", "/algorithm/all-status", "/algorithm/day"])
        void queries.invalidateQueries({ queryKey: [path] });
    },
    [queries],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each poll schedules the next one while something is open
  useEffect(() => {
    if (state.kind !== "closing") return;
    const timer = setTimeout(() => void settle(api("GET", "/algorithm/kill"), null), POLL.killSwitchMs);
    return () => clearTimeout(timer);
  }, [state, looks, settle]);

  return {
    state,
    press() {
      setState({ kind: "pressed" });
      const idempotencyKey = crypto.randomUUID();
      void settle(api("POST", "/algorithm/kill", { idempotencyKey }), { kind: "unanswered" });
    },
    reset() {
      turn.current += 1;
      setState(ASKING);
    },
  };
}
