import { useEffect, useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { type Backend, openBackend, tryProbe } from "./probe.ts";
import type { ProbeName, ProbeResult } from "./probe-result.ts";
import { setupTexts, probeTexts as texts } from "./setup.texts.ts";

const names = Object.keys(texts.operations) as ProbeName[];

type BackendState = { readonly kind: "opening" | "failed" } | { readonly kind: "open"; readonly backend: Backend };

function useBackend(): BackendState {
  const [state, setState] = useState<BackendState>({ kind: "opening" });
  useEffect(() => {
    let isHere = true;
    openBackend().then(
      (backend) => isHere && setState({ kind: "open", backend }),
      () => isHere && setState({ kind: "failed" }),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return state;
}

function Result({ result }: { result: ProbeResult }) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <Badge tone={result.success ? "info" : "danger"}>{result.success ? texts.success : texts.failure}</Badge>
        <span>{result.message}</span>
        {result.rows.length > 0 && <span className="text-muted">{texts.rows(result.rows.length)}</span>}
        {result.count !== null && <span className="text-muted">{texts.counted(result.count)}</span>}
      </p>
      {result.rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0} className="max-h-60 overflow-auto rounded-md bg-raised p-4 font-mono text-xs">
          {JSON.stringify(result.rows, null, 2)}
        </pre>
      )}
    </div>
  );
}

function Operations({ backend }: { backend: Backend }) {
  const [results, setResults] = useState<ReadonlyMap<ProbeName, ProbeResult>>(new Map());
  const [busy, setBusy] = useState<ProbeName | null>(null);
  const run = async (name: ProbeName) => {
    setBusy(name);
    const result = await tryProbe(backend.probe, name);
    setResults((before) => new Map(before).set(name, result));
    setBusy(null);
  };
  const runAll = async () => {
    for (const name of names) await run(name);
  };
  return (
    <>
      <Button variant="primary" className="w-fit" disabled={busy !== null} onClick={() => void runAll()}>
        {texts.runAll}
      </Button>
      <Card>
        <ul className="divide-y divide-line">
          {names.map((name) => {
            const result = results.get(name);
            return (
              <li key={name} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-6 py-4">
                <div className="flex items-center justify-between gap-4">
                  <span className="font-medium">{texts.operations[name]}</span>
                  <Button
                    size="sm"
                    aria-label={`${texts.run}: ${texts.operations[name]}`}
                    isBusy={busy === name}
                    disabled={busy !== null && busy !== name}
                    onClick={() => void run(name)}
                  >
                    {texts.run}
                  </Button>
                </div>
                {result !== undefined && <Result result={result} />}
              </li>
            );
          })}
        </ul>
      </Card>
    </>
  );
}

export function BackendTestPage() {
  const state = useBackend();
  return (
    <div className="page-width grid full-page grid-cols-[minmax(0,1fr)] content-start gap-6 py-12">
      <header className="grid gap-2 pr-12">
        <h1 className="text-2xl font-semibold">{texts.title}</h1>
        <p className="text-muted">{texts.lead}</p>
        {state.kind === "open" && (
          <p className="text-sm text-muted">
            {state.backend.hostedUrl === null ? texts.ours : texts.hosted(state.backend.hostedUrl)}
          </p>
        )}
      </header>
      {state.kind === "opening" && <SpinnerWithText>{setupTexts.states.pending}</SpinnerWithText>}
      {state.kind === "failed" && <ErrorState title={setupTexts.checkFailed} />}
      {state.kind === "open" && <Operations backend={state.backend} />}
    </div>
  );
}
