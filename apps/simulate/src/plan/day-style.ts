import { type IstMinute, istMinute } from "@vriddhi/core/time/ist";

interface Pace {
  readonly speed: number;
  readonly from: IstMinute;
}

export interface DayStyle {
  readonly isDense: boolean;
  readonly paces: readonly Pace[];
  /** On this many of four days the brokers' sockets are up; on such a day this many of two accounts have one. */
  readonly socketDays: number;
  readonly socketAccounts: number;
  readonly signalsMax: number;
  /** Percentage of the scenarios that a dense day would have. */
  readonly faultPercent: number;
}

/** Seeds below this are dense: known bugs break a rule among them. */
const DENSE_UNTIL = 200;

/** The faster the market clock, the more of the day is simulated; an hour of real time is enough for each. */
const dense: DayStyle = {
  isDense: true,
  paces: [
    { speed: 20, from: istMinute(9, 20) },
    { speed: 20, from: istMinute(10, 30) },
    { speed: 8, from: istMinute(12, 40) },
    { speed: 4, from: istMinute(14, 5) },
    { speed: 1, from: istMinute(14, 35) },
  ],
  socketDays: 1,
  socketAccounts: 1,
  signalsMax: 5,
  faultPercent: 100,
};

const afternoon: readonly Pace[] = [
  { speed: 20, from: istMinute(12, 50) },
  { speed: 20, from: istMinute(13, 20) },
  { speed: 8, from: istMinute(14, 0) },
  { speed: 4, from: istMinute(14, 25) },
];

/** Most days: they begin late and combine fewer faults, so that as many as possible can run. */
const sparse: DayStyle = {
  isDense: false,
  paces: [
    ...afternoon,
    ...afternoon,
    ...afternoon,
    { speed: 20, from: istMinute(9, 20) },
    { speed: 1, from: istMinute(14, 38) },
  ],
  socketDays: 3,
  socketAccounts: 2,
  signalsMax: 4,
  faultPercent: 60,
};

export const styleOf = (seed: number): DayStyle => (seed <= DENSE_UNTIL ? dense : sparse);
