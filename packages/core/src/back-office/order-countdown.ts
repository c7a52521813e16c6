/** C4.11, C9.6: yellow from here on. */
const COUNTDOWN_WARNING_SECONDS = 300;

export type CountdownState = "executing" | "expired" | "soon" | "waiting";

/** C4.11: the countdown state of a scheduled order; missing seconds count as expired. */
export function countdownStateOf(status: string, secondsLeft: number | null | undefined): CountdownState {
  if (status === "executing") return "executing";
  if (secondsLeft === null || secondsLeft === undefined || secondsLeft <= 0) return "expired";
  return secondsLeft <= COUNTDOWN_WARNING_SECONDS ? "soon" : "waiting";
}
