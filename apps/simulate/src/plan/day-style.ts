import { type IstMinute, istMinute } from "@vriddhi/core/time/ist";

interface Pace {
  readonly speed: number;
  readonly from: IstMinute;
}

/** How much happens on a day, and how much of it is lived. */
export interface DayStyle {
  readonly isDense: boolean;
  readonly paces: readonly Pace[];
  /** On so many of four days the brokers' sockets are up; on such a day so many of two accounts have one. */
  readonly socketDays: number;
  readonly socketAccounts: number;
  readonly signalsMax: number;
  /** How many of a hundred troubles that a dense day would have come. */
  readonly troublesOf100: number;
}

/** Days with these seeds are dense: what is known to break a rule breaks it among them. */
const DENSE_UNTIL = 200;

/** The faster the market's clock, the more of the day is lived; a person's hour is enough of each. */
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
  troublesOf100: 100,
};

const afternoon: readonly Pace[] = [
  { speed: 20, from: istMinute(12, 50) },
  { speed: 20, from: istMinute(13, 20) },
  { speed: 8, from: istMinute(14, 0) },
  { speed: 4, from: istMinute(14, 25) },
];

/** Most of the days: they begin late, and less comes together, so that as many as possible are lived. */
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
  troublesOf100: 60,
};

export const styleOf = (seed: number): DayStyle => (seed <= DENSE_UNTIL ? dense : sparse);
