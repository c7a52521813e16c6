import { useQuery } from "@tanstack/react-query";
import { paise } from "@vriddhi/core/shared/money";
import type { Reply } from "../../lib/api.ts";
import { formatIstClock, formatPaise, instantOf } from "../../lib/format.ts";
import { read } from "../../lib/query.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { signalTexts, targetName } from "./sandbox.texts.ts";

type Signal = Reply<"GET", "/sandbox/signals">[number];

const SIGNALS_POLL_MS = 2_000;

const { columns: heads } = signalTexts;

const columns: readonly Column<Signal>[] = [
  {
    id: "at",
    header: heads.at,
    cell: (signal) => <time dateTime={signal.market_at}>{formatIstClock(instantOf(signal.market_at))}</time>,
  },
  {
    id: "signal",
    header: heads.signal,
    isTitle: true,
    cell: (signal) => (
      <span className="grid gap-1">
        {signalTexts.signal(signal.side, signal.symbol, formatPaise(paise(signal.price_paise), "always"))}
        <span className="text-xs font-normal text-muted">{signal.sentence}</span>
      </span>
    ),
  },
  { id: "desk", header: heads.desk, cell: (signal) => targetName[signal.desk] },
  { id: "orders", header: heads.orders, cell: (signal) => signalTexts.orders(signal.entered, signal.filled) },
  { id: "skipped", header: heads.skipped, cell: skippedOf },
];

function skippedOf({ skipped }: Signal) {
  if (skipped.length === 0) return signalTexts.noAccount;
  return (
    <ul className="grid gap-1">
      {skipped.map(({ reason, count }) => (
        <li key={reason}>{signalTexts.skipped(reason, count)}</li>
      ))}
    </ul>
  );
}

export function SignalsPanel() {
  const signals = useQuery({ ...read("/sandbox/signals"), refetchInterval: SIGNALS_POLL_MS });
  return (
    <InboxFrame
      inbox={signals}
      empty={{ title: signalTexts.none, body: signalTexts.noneBody }}
      findHint={signalTexts.findHint}
      wordsOf={(signal) => [signal.symbol, signal.desk]}
    >
      {(found) => (
        <DataTable caption={signalTexts.title} columns={columns} rows={found} rowKey={(signal) => signal.id} />
      )}
    </InboxFrame>
  );
}
