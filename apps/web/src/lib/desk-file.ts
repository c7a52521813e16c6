import { adminToken } from "./admin-session.ts";
import { ApiError } from "./api.ts";
import { obtainProof } from "./proof-gate.ts";
import { saveFile } from "./save-file.ts";

type DeskFile = "/api/admin/export/users.csv" | "/api/admin/export/orders.csv";

const PROOF_REQUIRED = 428;

const ask = (address: string): Promise<Response> =>
  fetch(address, { headers: { authorization: `Bearer ${adminToken() ?? ""}` }, credentials: "include" });

async function toFault(response: Response): Promise<ApiError> {
  const body: { detail?: string } = await response.json().catch(() => ({}));
  return new ApiError({ status: response.status, code: "unreadable", detail: body.detail ?? null });
}

/** Saves a file that needs the back office's token, which a link cannot carry. */
export async function saveDeskFile(path: DeskFile, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const address = Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
  let response = await ask(address);
  if (response.status === PROOF_REQUIRED && (await obtainProof())) response = await ask(address);
  if (!response.ok) throw await toFault(response);
  saveFile(path.slice(path.lastIndexOf("/") + 1), "text/csv", await response.text());
}
