/** A public GET of our own API from the browser, with the interface of the server's renderer. */
export async function askOwnApi(address: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(address, { headers: { accept: "application/json" } });
  return { status: response.status, body: await response.json() };
}
