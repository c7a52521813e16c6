import { useId } from "react";

const STAR_PLACES = [0, 21, 42, 63, 84];
const STAR = "M10 1.6l2.5 5.4 5.9.7-4.4 4 1.2 5.8L10 14.6l-5.2 2.9L6 11.7l-4.4-4 5.9-.7z";

interface StarsProps {
  readonly value: number;
  /** Announced in place of the picture; without one it is decoration. */
  readonly label?: string;
}

export function Stars({ value, label }: StarsProps) {
  const clip = useId();
  return (
    <svg
      role="img"
      aria-label={label ?? ""}
      aria-hidden={label === undefined || undefined}
      viewBox="0 0 104 20"
      className="h-6 w-31"
    >
      <defs>
        <clipPath id={clip}>
          <rect width={(value / STAR_PLACES.length) * 104} height="20" />
        </clipPath>
      </defs>
      {["fill-line-strong", "fill-text"].map((fill, layer) => (
        <g key={fill} className={fill} clipPath={layer === 1 ? `url(#${clip})` : undefined}>
          {STAR_PLACES.map((left) => (
            <path key={left} d={STAR} transform={`translate(${left})`} />
          ))}
        </g>
      ))}
    </svg>
  );
}
