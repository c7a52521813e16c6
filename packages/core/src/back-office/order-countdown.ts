/** C4.11, C9.6: yellow from here on. */
const COUNTDOWN_WARNING_SECONDS = 300;

export type CountdownState = "executing" | "expired" | "soon" | "waiting";

/** C4.11: what a scheduled order's countdown says; seconds that are absent are seconds that are over. */
export function countdownStateOf(status: string, secondsLeft: number | null | undefined): CountdownState {
  if (status === "executing") return "executing";
  if (secondsLeft === null || secondsLeft === undefined || secondsLeft <= 0) return "expired";
  return secondsLeft <= COUNTDOWN_WARNING_SECONDS ? "soon" : "waiting";
}
