import type { CapitalBand } from "@vriddhi/core/billing/plans";
import { bandAt, LEVELS } from "@vriddhi/core/billing/plans";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { CAPITAL_MIN, CAPITAL_STEP } from "@vriddhi/core/run/capital";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { members } from "@vriddhi/sandbox/exchange/members";

export interface DemoAccount {
  readonly userId: string;
  readonly periodId: string;
  readonly name: string;
  readonly email: string;
  /** Each has its own loopback address. */
  readonly ip: string;
  readonly isDemo: true;
  readonly broker: BrokerName;
  readonly clientId: string;
  readonly capital: Paise;
  readonly band: Paise;
  /** Cash at the broker: the capital and a little more. */
  readonly cash: Paise;
}

/** One random password for all of them, never printed: they never sign in to the product. */
export const DEMO_PASSWORD_BYTES = 24;

const CAPITAL_MAX = rupees(1_000_000);
const BROKERS = [...brokerNames].sort();
const FIRST = ["Aditi", "Bhavna", "Chetan", "Deepa", "Esha", "Farhan", "Gauri", "Harsh", "Isha", "Jatin"] as const;
const LAST = ["Agarwal", "Bose", "Chopra", "Desai", "Fernandes", "Gill", "Iyer"] as const;

const padded = (number: number, length: number): string => String(number).padStart(length, "0");

function capitalAt(place: number, count: number): Paise {
  const share = count < 2 ? 1 : place / (count - 1);
  const wanted = CAPITAL_MIN * (CAPITAL_MAX / CAPITAL_MIN) ** share;
  return paise(Math.max(CAPITAL_MIN, Math.round(wanted / CAPITAL_STEP) * CAPITAL_STEP));
}

const bandFor = (capital: Paise): CapitalBand =>
  LEVELS.map((level) => bandAt(level)).find(({ band }) => band >= capital) ?? bandAt(5);

function personAt(place: number, count: number): DemoAccount {
  const broker = BROKERS[place % BROKERS.length] ?? brokerNames[0];
  const capital = capitalAt(place, count);
  const number = place + 1;
  return {
    userId: `c0000000-0000-4000-8000-${padded(number, 12)}`,
    periodId: `c0000000-0000-4000-9000-${padded(number, 12)}`,
    name: `${FIRST[place % FIRST.length]} ${LAST[place % LAST.length]}`,
    email: `trader${padded(number, 3)}@vriddhi.example`,
    isDemo: true,
    ip: `127.0.${1 + Math.floor(place / 200)}.${1 + (place % 200)}`,
    broker,
    clientId: `C${members[broker].clientPrefix}${padded(number, 4)}`,
    capital,
    band: bandFor(capital).band,
    cash: paise(Math.round(capital * 1.2)),
  };
}

/** Deterministic: the same accounts for the same count. */
export const demoAccountsOf = (count: number): readonly DemoAccount[] =>
  Array.from({ length: count }, (_, place) => personAt(place, count));
