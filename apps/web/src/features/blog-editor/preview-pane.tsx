import type { RefObject } from "react";
import { Prose } from "../../ui/prose.tsx";
import { editorTexts as texts } from "./editor.texts.ts";
import type { PreviewState } from "./use-preview.ts";

export function PreviewBody({ state: { preview, isFailed } }: { state: PreviewState }) {
  return (
    <>
      {isFailed && <p className="mb-4 text-sm text-warn">{texts.previewFailed}</p>}
      {preview === null ? <p className="text-muted">{texts.previewEmpty}</p> : <Prose html={preview.html} />}
    </>
  );
}

export function PreviewPane({ state, shown }: { state: PreviewState; shown: RefObject<HTMLDivElement | null> }) {
  return (
    <section
      aria-labelledby="preview-heading"
      className="grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] border-line max-md:border-t md:border-l"
    >
      <header className="flex min-h-13 items-center justify-between gap-3 border-b border-line px-5 md:px-7">
        <h2 id="preview-heading" className="text-sm font-semibold">
          {texts.previewPane}
        </h2>
        {state.preview && <span className="text-sm text-muted">{texts.minutes(state.preview.reading_minutes)}</span>}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={shown} tabIndex={0} className="min-h-0 min-w-0 overflow-y-auto px-5 py-6 md:px-10">
        <PreviewBody state={state} />
      </div>
    </section>
  );
}
