import { Refusal } from "./checkout.mjs";

/**
 * What `--help` says, for each tool or file that an npm script runs. The back-test, the sweep and the simulation read their
 * arguments themselves and have their own.
 * @type {Readonly<Record<string, string>>}
 */
const usages = {
  "start.mjs": `Usage: npm start [-- --prepare] [-- --prepared], or npm run dev
  Starts everything on one port; --prepare only installs and builds; --prepared only serves what is installed and built,
  for a read-only installation; dev reloads on every change.
  Settings are listed in .env.example, as in PORT=4300 npm start.`,
  "test.mjs": `Usage: npm test [-- --busy] [-- --only verify|small|store|conformance|journeys]
  npm run verify and npm run e2e are two of these suites. --busy keeps every core busy beside the tests.
  npm run test:deep runs small and store in full: every seed, fault round and second PostgreSQL, beside busy loops.`,
  "admin.mjs": `Usage: npm run admin -- list | add ADDRESS [--role admin|support|blog_admin] | remove ADDRESS
  Lists who has a role in the back office, gives a person one, or takes it away.`,
  "algo-id.mjs": `Usage: npm run algo-id -- --link BROKER:CLIENT --id NUMBER, or --none in place of --id
  Sets the exchange's number of the algorithm for one account, as in --link zerodha:AB1234 --id 12345.`,
  "calendar.mjs": `Usage: npm run calendar -- --year 2027 --file FILE
  Lists a year's trading days; the file has a line for each closed day and each session of its own.`,
  "doctor.mjs": `Usage: npm run doctor [-- --json] [-- --offline]
  Checks a deployment and says what to do for each finding; exits with 1 when something must be done. --offline leaves
  out what needs other machines than the database.`,
  "declare-dead.mjs": `Usage: npm run declare-dead -- HOST [--yes]
  Lists what the workers of a lost host own; --yes confirms that the host can send nothing any more, and frees it.`,
  "halt.mjs": `Usage: npm run halt [-- --lift]
  Blocks every account, cancels and closes, and reports until everything is flat; --lift ends the halt.`,
  "lost-phone.mjs": `Usage: npm run lost-phone -- --address ADDRESS
  Removes a person's authenticator after a day, and writes to its owner.`,
  "research-load.mjs": `Usage: npm run research:load
  Adds the articles that come with the product to the blog, and renews those that were not edited.`,
  "mutation.mjs": `Usage: npm run mutation [-- FOLDER …], as in npm run mutation -- core/risk
  Changes the rules one place at a time and lists the changes that no test notices. What was tried before is not tried again.`,
  "notices.mjs": `Usage: npm run notices
  Writes THIRD_PARTY.md anew: the licence of every package that is installed to run the product.`,
  "rotate-keys.mjs": `Usage: npm run keys:rotate
  Makes a new data key and seals everything with it; with MASTER_KEY_NEW it changes the master key.`,
  "e2e/shots/main.ts": `Usage: npm run shots [-- --only WORD,WORD]
  Photographs every screen, or those whose name contains one of the words, into shots/.`,
  "e2e/trace/main.ts": `Usage: npm run trace
  Measures how long Today and the broker table hold up the page while fifty rows tick.`,
  "bench/src/main.ts": `Usage: npm run bench [-- --quick] [-- NAME …]
  Measures the product from outside, each figure against something bare in the same run; --quick is a shorter form.`,
  "apps/server/src/testing/chaos/main.ts": `Usage: npm run chaos [-- ROUNDS] [SEED] [--keep FILE] [--desk], or npm run chaos -- --day
  Kills processes of a running product in the middle of signals and compares orders with the exchange.`,
  "apps/server/src/testing/cluster/main.ts": `Usage: npm run cluster [-- --quick] [--fault WORD] [--rounds N] [--accounts N]
  Injects faults into three PostgreSQL nodes and two hosts under a running product and compares orders with the exchange.`,
  "apps/server/src/testing/restore-drill/main.ts": `Usage: npm run restore-drill [-- --control]
  Backs a product up, destroys its database, restores it to an instant and compares money, audit log and pictures.
  --control loses a segment of the archive, then the master key: both must be noticed.`,
  "apps/simulate/src/main/demo-month.ts": `Usage: npm run demo-month [-- --check]
  Makes the demo person's past month anew; --check compares it with the committed one.`,
  "apps/research/src/main/articles.ts": `Usage: node tools/test.mjs --run apps/research/src/main/articles.ts [--measure FOLDER] [--chromium FILE]
  Writes the research articles. --measure measures bars of one minute first; --chromium draws the cards that are shared.
  npm run research:load then adds them to the blog.`,
  "apps/research/src/train/main.ts": `Usage: npm run train [-- --data FOLDER] [--index NAME] [--without NAME] [--bar-minutes 5] [--seed N] [--out FILE] [--register FILE]
  Trains the strategy's models on bar files.`,
};

/** @param {readonly string[]} args */
const asksForHelp = (args) => args.includes("--help") || args.includes("-h");

/** All words that some tools accept. @type {Readonly<Record<string, readonly string[]>>} */
const known = {
  "start.mjs": ["--dev", "--prepare", "--prepared"],
  "research-load.mjs": [],
  "notices.mjs": [],
  "rotate-keys.mjs": [],
  "e2e/trace/main.ts": [],
  "apps/server/src/testing/restore-drill/main.ts": ["--control"],
  "apps/simulate/src/main/demo-month.ts": ["--check"],
};

/**
 * Prints what a tool does; false: it was asked to do it. A mistyped word is refused before anything is done.
 * @param {string} tool
 * @param {readonly string[]} args
 */
export function printedUsage(tool, args) {
  const usage = usages[tool];
  if (usage === undefined) return false;
  if (asksForHelp(args)) {
    console.log(usage);
    return true;
  }
  const mistyped = args.find((word) => known[tool]?.includes(word) === false);
  if (mistyped !== undefined) throw new Refusal(`${mistyped} is not known here.\n${usage}`);
  return false;
}
