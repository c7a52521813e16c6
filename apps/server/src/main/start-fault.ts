export function toStartFault(cause: unknown): string {
  if (!(cause instanceof Error)) return `Vriddhi could not start: ${String(cause)}`;
  const { code, port } = cause as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Vriddhi could not start: port ${port} is taken by another program; set PORT to a free one.`;
  return `Vriddhi could not start: ${cause.message}`;
}
