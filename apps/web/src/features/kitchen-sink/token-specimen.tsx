import { Specimen } from "./specimen.tsx";

/** Written out, because Tailwind finds class names by reading the source. */
const swatches = [
  ["ground", "bg-ground"],
  ["surface", "bg-surface"],
  ["raised", "bg-raised"],
  ["line", "bg-line"],
  ["line-strong", "bg-line-strong"],
  ["text", "bg-text"],
  ["muted", "bg-muted"],
  ["accent", "bg-accent"],
  ["accent-text", "bg-accent-text"],
  ["profit", "bg-profit"],
  ["loss", "bg-loss"],
  ["danger", "bg-danger"],
  ["info", "bg-info"],
  ["warn", "bg-warn"],
  ["focus", "bg-focus"],
] as const;

const scale = ["text-4xl", "text-3xl", "text-2xl", "text-xl", "text-lg", "text-base", "text-sm", "text-xs"] as const;

export function TokenSpecimen() {
  return (
    <Specimen title="Colour and type">
      <ul className="grid grid-cols-3 gap-4 sm:grid-cols-5">
        {swatches.map(([name, fill]) => (
          <li key={name} className="grid gap-2 text-xs text-muted">
            <span className={`h-12 rounded-md border border-line ${fill}`} />
            {name}
          </li>
        ))}
      </ul>
      <ul className="grid gap-3 overflow-hidden">
        {scale.map((size) => (
          <li key={size} className={`${size} figures truncate pb-1 font-semibold`}>
            ₹1,00,000 on trading days
          </li>
        ))}
      </ul>
    </Specimen>
  );
}
