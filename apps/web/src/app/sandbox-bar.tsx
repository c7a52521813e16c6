import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { api, type Reply } from "../lib/api.ts";
import { formatIstClock, formatIstDate, instantOf } from "../lib/format.ts";
import { siteTexts } from "../texts/site.texts.ts";
import { describeSpeed, type SandboxClock, simulatedNow } from "./sandbox-clock.ts";

const POLL_MS = 10_000;
/** While the clock is set or runs fast, the bar must not contradict the page for long. */
const POLL_OFTEN_MS = 2_000;
const TICK_MS = 1_000;
const CONTROLS_PATH = "/sandbox";

const toClock = (reply: Reply<"GET", "/sandbox/clock">): SandboxClock => ({
  readAtMs: Date.now(),
  now: instantOf(reply.now),
  speed: reply.speed,
  isHeld: reply.held,
  isPaced: reply.paced,
});

/** The clock as last read; `null` when the server did not answer, `undefined` before the first answer. */
function useSandboxClock(pollMs: number): SandboxClock | null | undefined {
  const [clock, setClock] = useState<SandboxClock | null>();
  useEffect(() => {
    const read = async () => {
      if (document.hidden) return;
      const reading = await api("GET", "/sandbox/clock").then(toClock, () => null);
      setClock(reading);
    };
    const readNow = () => void read();
    readNow();
    const timer = setInterval(readNow, pollMs);
    document.addEventListener("visibilitychange", readNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", readNow);
    };
  }, [pollMs]);
  return clock;
}

function SimulatedTime({ clock }: { readonly clock: SandboxClock }) {
  const [wallMs, setWallMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setWallMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const now = simulatedNow(clock, wallMs);
  return (
    <>
      <time className="text-text" dateTime={new Date(now).toISOString()}>
        <span className="max-sm:hidden">{formatIstDate(now)}, </span>
        {formatIstClock(now)} IST
      </time>
      <span>{describeSpeed(clock)}</span>
    </>
  );
}

export function SandboxBar() {
  const { pathname } = useLocation();
  const [isFast, setFast] = useState(false);
  const clock = useSandboxClock(isFast || pathname === CONTROLS_PATH ? POLL_OFTEN_MS : POLL_MS);
  const speed = clock?.speed ?? 1;
  useEffect(() => setFast(speed > 1), [speed]);
  return (
    <aside className="sandbox-bar" aria-label={siteTexts.sandbox}>
      <span className="font-semibold text-accent-text">{siteTexts.sandbox}</span>
      {clock === null && <span>{siteTexts.sandboxUnreachable}</span>}
      {clock && <SimulatedTime clock={clock} />}
      <Link
        to={CONTROLS_PATH}
        className="ml-auto inline-flex h-full items-center underline underline-offset-4 hover:text-text"
      >
        {siteTexts.sandboxControls}
      </Link>
    </aside>
  );
}
