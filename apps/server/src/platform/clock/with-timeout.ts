/** The work's outcome, or "late" after the timeout. Late work is not cancelled. */
export function withTimeout<T>(durationMs: number, work: Promise<T>): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), durationMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
