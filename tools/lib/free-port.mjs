import net from "node:net";
import { Refusal } from "./checkout.mjs";

const PORT_DEFAULT = 3000;
const PORT_MAX = 65_535;

/** Refuses a taken port before anything slow happens. @param {NodeJS.ProcessEnv} env */
export async function refuseTakenPort(env) {
  const port = Number(env["PORT"] || PORT_DEFAULT);
  if (!Number.isInteger(port) || port < 1 || port > PORT_MAX) return;
  const code = await listenFault(port, env["HOST"] || undefined);
  if (code === "EADDRINUSE")
    throw new Refusal(
      `Vriddhi could not start: port ${port} is taken by another program; set PORT to a free one, as in PORT=${port + 1} npm start.`,
    );
  if (code === "EACCES")
    throw new Refusal(
      `Vriddhi could not start: port ${port} needs more rights than you have; set PORT to one above 1023.`,
    );
}

/** @param {number} port @param {string | undefined} host @returns {Promise<string | null>} */
function listenFault(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? "unknown"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
