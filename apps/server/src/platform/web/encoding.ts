export type Encoding = "br" | "gzip";

const PREFERRED: readonly Encoding[] = ["br", "gzip"];

/** The best coding that the caller accepts, or `null` for plain bytes. `q=0` refuses a coding. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding | null {
  const accepted = new Map<string, number>();
  for (const part of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith("q="));
    accepted.set(coding, quality === undefined ? 1 : Number(quality.slice(2)));
  }
  return PREFERRED.find((coding) => (accepted.get(coding) ?? accepted.get("*") ?? 0) > 0) ?? null;
}
