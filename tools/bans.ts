import path from "node:path";

export interface SourceFile {
  /** Relative to the repository's root, with slashes. */
  readonly name: string;
  readonly text: string;
}

export interface Ban {
  readonly name: string;
  applies(name: string): boolean;
  /** The violations, briefly; `all` holds every file and folder of the repository. */
  find(file: SourceFile, all: ReadonlySet<string>): readonly string[];
}

const LINES_MAX = 400;

const isCode = (name: string) => /\.(ts|tsx|mjs|cjs)$/.test(name);
const isTest = (name: string) => /\.(test|spec)\.tsx?$/.test(name);
const isLock = (name: string) => name.endsWith("package-lock.json");
const keepsTime = (name: string) => /^(packages\/(core|contract)|apps\/server\/src\/features)\//.test(name);

function matchingLines(pattern: RegExp): Ban["find"] {
  return ({ text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`line ${index + 1}: ${line.trim().slice(0, 80)}`] : []));
}

function findLongFile({ text }: SourceFile): readonly string[] {
  const lines = text.trimEnd().split("\n").length;
  return lines > LINES_MAX ? [`${lines} lines`] : [];
}

function findVagueName({ name }: SourceFile): readonly string[] {
  const words = name.toLowerCase().split(/[/.-]/);
  return words.filter((word) => /^(utils?|helpers?|commons?|misc|managers?)$/.test(word));
}

/** The patterns do not match themselves. */
const FOCUSED = /\b(?:describe|it|test)(?:\.\w+)*\.only\b/;
const SKIPPED = /\b(?:describe|it|test)(?:\.\w+)*\.skip\(/;
const SKIPPED_WITH_REASON = /\.skip\([^"'`]+,\s*["'`]|\/\/\s*\S/;

function findSkippedTest(file: SourceFile): readonly string[] {
  const lines = file.text.split("\n");
  const isExplained = (index: number) =>
    SKIPPED_WITH_REASON.test(lines[index] ?? "") || /^\s*(\/\/|\*)/.test(lines[index - 1] ?? "");
  return lines.flatMap((line, index) => {
    const isBad = FOCUSED.test(line) || (SKIPPED.test(line) && !isExplained(index));
    return isBad ? [`line ${index + 1}: ${line.trim()}`] : [];
  });
}

function findBrokenLink({ name, text }: SourceFile, all: ReadonlySet<string>): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)]
    .map((match) => match[1] ?? "")
    .filter((link) => !/^([a-z][a-z+.-]*:|#|\/)/i.test(link))
    .filter((link) => {
      const target = path.posix.join(path.posix.dirname(name), decodeURI(link.replace(/[#?].*$/, "")));
      return !all.has(target.replace(/\/$/, ""));
    });
}

/** A private registry's name must not leak either. */
function registryPattern(): RegExp {
  const configured = process.env["npm_config_registry"];
  const host = configured && URL.canParse(configured) ? new URL(configured).host : "";
  const own = host ? `|${host.replaceAll(".", "\\.")}` : "";
  return new RegExp(
    `registry\\.npmjs\\.(?:org)|registry\\.yarnpkg|"resolved": "(?:http)|^\\s*(?:@[\\w-]+:)?registry\\s*=${own}`,
  );
}

export const bans: readonly Ban[] = [
  {
    name: "files of more than 400 lines",
    applies: (name) => /\.(ts|tsx|mjs)$/.test(name) && !/(^|\/)migrations\//.test(name),
    find: findLongFile,
  },
  { name: "names that say nothing", applies: () => true, find: findVagueName },
  {
    name: "the wall clock in rules and features",
    applies: (name) => isCode(name) && keepsTime(name),
    find: matchingLines(/\bDate\.now\(|\bnew Date\(\s*\)|(?<![.\w])set(?:Timeout|Interval)\(/),
  },
  {
    name: "unseeded chance",
    applies: (name) => isCode(name) && !isTest(name) && !name.startsWith("apps/web/"),
    find: matchingLines(/\bMath\.(?:random)\b/),
  },
  {
    name: "notes to self",
    applies: (name) => !isLock(name),
    find: matchingLines(/\b(?:TO(?:DO)|FIX(?:ME)|X(?:XX))\b/),
  },
  {
    name: "several properties packed into the spread of a literal",
    applies: isCode,
    find: matchingLines(/\.\.\.(?:\{) ?[\w"]/),
  },
  { name: "focused or silently skipped tests", applies: isTest, find: findSkippedTest },
  {
    name: "barrels",
    applies: (name) => /(^|\/)index\.tsx?$/.test(name),
    find: matchingLines(/^\s*export\b.*\bfrom\b/),
  },
  { name: "paths of one machine", applies: () => true, find: matchingLines(/(?<![\w.@~-])\/(?:work|root|home)\//) },
  { name: "addresses of a package registry", applies: () => true, find: matchingLines(registryPattern()) },
  { name: "links to files that are not there", applies: (name) => name.endsWith(".md"), find: findBrokenLink },
];
