/** All encodings of a secret that may occur in stored or sent texts. */
export function formsOf(secret: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(secret);
  const forms = new Map([
    ["raw", secret],
    ["hex", bytes.toString("hex")],
    ["HEX", bytes.toString("hex").toUpperCase()],
    ["url", encodeURIComponent(secret)],
  ]);
  // In a longer base64 text it may begin at any of three offsets of a group.
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((text.length * 8) / 6);
    for (const encoding of ["base64", "base64url"] as const)
      forms.set(`${encoding} ${before}`, text.toString(encoding).slice(from, to));
  }
  return forms;
}

/** Shorter texts occur by chance: they count only in a field of their kind. */
const TELLING_MIN = 8;
const FIELD = "(?:pin|PIN|password|passcode|totp|code)\\W{1,6}";

const isIn = (trace: string, form: string): boolean =>
  form.length >= TELLING_MIN ? trace.includes(form) : new RegExp(`${FIELD}${form}(?!\\d)`).test(trace);

export function hunt(
  traces: Readonly<Record<string, string>>,
  secrets: ReadonlyMap<string, string>,
): readonly string[] {
  return Object.entries(traces).flatMap(([where, trace]) =>
    [...secrets].flatMap(([secret, name]) =>
      [...formsOf(secret)].filter(([, form]) => isIn(trace, form)).map(([as]) => `${name} in ${where} as ${as}`),
    ),
  );
}
