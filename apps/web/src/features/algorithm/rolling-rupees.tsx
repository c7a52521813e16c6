import { classNames } from "../../ui/class-names.ts";

/** ₹10,00,000 is the widest amount. */
const PLACES = [7, 6, 5, 4, 3, 2, 1] as const;
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
/** Indian grouping. */
const PLACES_BEFORE_COMMA: ReadonlySet<number> = new Set([6, 4]);
const DIGIT_EM = 0.64;
const COMMA_EM = 0.27;

const widthOf = (place: number): number => DIGIT_EM + (PLACES_BEFORE_COMMA.has(place) ? COMMA_EM : 0);
const ROLL = "transition-transform duration-700 ease-settle motion-reduce:transition-none";

function Digit({ digit }: { digit: number }) {
  return (
    <span className="inline-block h-[1.2em] overflow-hidden text-center" style={{ width: `${DIGIT_EM}em` }}>
      <span
        className={classNames("block", ROLL)}
        style={{ transform: `translateY(${(-digit / DIGITS.length) * 100}%)` }}
      >
        {DIGITS.map((face) => (
          <span key={face} className="block h-[1.2em]">
            {face}
          </span>
        ))}
      </span>
    </span>
  );
}

/** Every digit place is rendered and only transforms change, so that nothing moves. The text is beside it. */
export function RollingRupees({ rupees }: { rupees: number }) {
  const digits = String(rupees);
  const shiftEm = PLACES.filter((place) => place > digits.length).reduce((sum, place) => sum + widthOf(place), 0);
  return (
    <span className="figures inline-flex leading-[1.2] tracking-normal whitespace-nowrap" aria-hidden="true">
      <span className="mr-[0.1em] text-accent">₹</span>
      <span className={classNames("inline-flex", ROLL)} style={{ transform: `translateX(${-shiftEm}em)` }}>
        {PLACES.map((place) => (
          <span key={place} className={classNames("inline-flex", place > digits.length && "invisible")}>
            {/* A new place shows its digit at once: rolling up from 0 would show ₹0,87,500. */}
            <Digit key={String(place > digits.length)} digit={Number(digits[digits.length - place] ?? 0)} />
            {PLACES_BEFORE_COMMA.has(place) && <span style={{ width: `${COMMA_EM}em` }}>,</span>}
          </span>
        ))}
      </span>
    </span>
  );
}
