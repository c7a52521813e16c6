import { toMessageParts } from "./message-parts.ts";

export function MessageText({ text }: { readonly text: string }) {
  let offset = 0;
  const parts = toMessageParts(text).map((part) => {
    const start = offset;
    offset += part.text.length;
    return { ...part, start };
  });
  return (
    <p className="whitespace-pre-wrap break-words">
      {parts.map(({ kind, text: piece, start }) => {
        if (kind === "plain") return piece;
        if (kind === "code") return <CodeMark key={start} code={piece} />;
        return (
          <a key={start} href={piece} className="break-all text-accent-text underline underline-offset-4">
            {piece}
          </a>
        );
      })}
    </p>
  );
}

function CodeMark({ code }: { readonly code: string }) {
  return <mark className="figures rounded-sm bg-accent px-1.5 py-0.5 font-semibold text-on-accent">{code}</mark>;
}
