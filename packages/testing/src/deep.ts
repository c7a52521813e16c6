// biome-ignore-start lint/style/noProcessEnv: how much a run of the tests covers is no setting of the product
/** `npm run test:deep` runs everything; an ordinary run takes samples. */
export const isDeep = process.env["TEST_DEEP"] === "1";
const DAY_MS = 86_400_000;
/** Another sample each day, so that all of them have had their turn after some days. */
export const testSeed = Number(process.env["TEST_SEED"] || Math.floor(Date.now() / DAY_MS));
// biome-ignore-end lint/style/noProcessEnv: as above

let isPrinted = false;

/** `count` of all in a row, chosen by TEST_SEED, which is printed so that the sample can be repeated; all in a deep run. */
export function sampleOf<T>(all: readonly T[], count: number): T[] {
  if (isDeep || all.length <= count) return [...all];
  if (!isPrinted) process.stdout.write(`a sample of TEST_SEED=${testSeed}; npm run test:deep runs all\n`);
  isPrinted = true;
  const start = (testSeed * count) % all.length;
  return [...all, ...all].slice(start, start + count);
}
