import {
  DISPLAYED_SHIFT_MINUTES,
  type DisplayedTime,
  displayedLagMinutes,
  displayedTimeOf,
} from "@vriddhi/core/back-office/displayed-time";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { istDate, istDateOf } from "@vriddhi/core/time/ist";
import Clock from "lucide-react/icons/clock";
import { createContext, useContext } from "react";
import { formatDay, formatIstClock, formatIstDate } from "../../lib/format.ts";
import { timeTexts } from "./desk.texts.ts";

const browserOffsetMinutes = (at: number): number => -new Date(at).getTimezoneOffset();

/** C9.7: how far the displayed times are behind the browser's clock, in minutes. */
export const ClockShift = createContext(DISPLAYED_SHIFT_MINUTES);

function useDisplayed(): (at: EpochMs) => DisplayedTime {
  const shift = useContext(ClockShift);
  return (at) => displayedTimeOf(at, browserOffsetMinutes(at), shift);
}

const dayAndMonth = (date: string): string => formatDay(istDate(date)).split(" ").slice(0, 2).join(" ");

type TimeForm = "clock" | "day-and-clock" | "clock-of-today";

function textOf({ date, clock }: DisplayedTime, form: TimeForm, today: string): string {
  const isWithDay = form === "day-and-clock" || (form === "clock-of-today" && date !== today);
  return isWithDay ? `${dayAndMonth(date)}, ${clock}` : clock;
}

interface ShownTimeProps {
  at: EpochMs;
  form?: TimeForm;
}

/** C9.7: the shifted time, with the true instant as a tooltip. */
export function ShownTime({ at, form = "clock" }: ShownTimeProps) {
  const displayed = useDisplayed();
  const truth = `${formatIstDate(at)}, ${formatIstClock(at)} IST`;
  return (
    <time dateTime={new Date(at).toISOString()} title={timeTexts.trueInstant(truth)} className="whitespace-nowrap">
      {textOf(displayed(at), form, displayed(epochMs(Date.now())).date)}
    </time>
  );
}

/** The true time first; where the desk shows another (C9.7), that one after it. */
export function TrueTime({ at }: { at: EpochMs }) {
  const { date, clock } = useDisplayed()(at);
  const isShifted = clock !== formatIstClock(at);
  return (
    <time dateTime={new Date(at).toISOString()}>
      <b className="font-semibold text-text">{timeTexts.ist(`${dayAndMonth(istDateOf(at))}, ${formatIstClock(at)}`)}</b>
      {isShifted && ` ${timeTexts.shownAs(`${dayAndMonth(date)}, ${clock}`)}`}
    </time>
  );
}

/** Where displayed times are not IST, the page says so at the top. */
export function TimeNote() {
  const lag = displayedLagMinutes(browserOffsetMinutes(Date.now()), useContext(ClockShift));
  if (lag === 0) return null;
  return (
    <p className="flex items-start gap-2.5 rounded-md bg-info/12 px-4 py-2.5 text-sm text-info">
      <Clock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {timeTexts.shown}{" "}
        <strong className="font-semibold">
          {timeTexts.lag(lag)} {lag > 0 ? timeTexts.back : timeTexts.ahead}
        </strong>
        . {timeTexts.rest}
      </span>
    </p>
  );
}
