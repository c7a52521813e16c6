/** Dispatched on the document once React has taken the page over. */
export const PAGE_READY = "page:ready";

/** Pages that are read before anything is pressed; the first touch starts their scripts. Dashboards start at once. */
const READ_FIRST =
  /^\/(auth|login|forgot-password|algorithm|subscription-plans|subscirption-plans|monthly-heatmap|products|about|courses|free-trial|broker-selection|newsletter|support|legal\/[a-z]+|research(\/(?!create$)[^/]+)?)?\/?$/;

const PRELOADS = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*>/g;
const START = /<script\b([^>]*) type="module" async=""[^>]*>([\s\S]*?)<\/script>/;

interface LateStart {
  readonly files: readonly string[];
  readonly ready: string;
}

/**
 * Runs in the page, inlined as text, and therefore sees only its argument. The scripts are requested when the first
 * view is loaded and the browser is idle, or at the first touch; at once for signed-in users. Events from before React
 * listened are repeated when it does.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it travels as text, so it must contain everything it needs
export function startWhenQuiet({ files, ready }: LateStart): void {
  const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? "";
  const touches = ["pointerdown", "keydown", "focusin"];
  let isStarted = false;
  let isWaiting = true;
  let pressed: HTMLElement | null = null;
  let entered: HTMLFormElement | null = null;
  const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    for (const href of files) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = nonce;
    script.textContent = document.querySelector("script[data-late]")?.textContent ?? "";
    document.head.append(script);
    // Added to the page at once, where it does not disturb React's hydration.
    script.remove();
  }

  /** A link works without React too: it is held only where it says so, and for a limited time. */
  function hold(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("button, a[data-held]") : null;
    const isForElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (target === null || (target instanceof HTMLAnchorElement && isForElsewhere)) return;
    event.preventDefault();
    pressed = target;
    if (target instanceof HTMLAnchorElement) setTimeout(() => isWaiting && location.assign(target.href), 5_000);
  }

  /** The Enter key in a field submits its form as soon as a handler exists. */
  function holdEnter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.target.form === null) return;
    event.preventDefault();
    entered = event.target.form;
  }

  function note({ target }: Event): void {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) typed.add(target);
  }

  /** React remembers a field's value from hydration and reacts only to changes: so the value is typed again. */
  function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
    const { value } = field;
    field.value = "";
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Repeats the pointer's position: users do not move the pointer again for a slow page. */
  function pointAgain(): void {
    const pointedAt = [...document.querySelectorAll(":hover")].at(-1);
    pointedAt?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    const focused = document.activeElement;
    if (focused !== document.body) focused?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  }

  function handOver(): void {
    isWaiting = false;
    document.removeEventListener("click", hold, true);
    document.removeEventListener("keydown", holdEnter, true);
    document.removeEventListener("input", note, true);
    for (const field of typed) retype(field);
    pointAgain();
    // Only after React has read the typed values.
    setTimeout(() => {
      if (pressed?.isConnected) pressed.click();
      else if (entered?.isConnected) entered.requestSubmit();
    }, 0);
  }

  function rest(): void {
    if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 1_000 });
    else setTimeout(start, 100);
  }

  document.addEventListener("click", hold, true);
  document.addEventListener("keydown", holdEnter, true);
  document.addEventListener("input", note, true);
  document.addEventListener(ready, handOver, { once: true });
  for (const touch of touches) document.addEventListener(touch, start, { once: true, capture: true, passive: true });
  if (document.cookie.includes("signed_in=1")) start();
  else if (document.readyState === "complete") rest();
  else {
    window.addEventListener("load", rest, { once: true });
    // A missing picture delays the page no longer than this.
    setTimeout(rest, 4_000);
  }
}

/** Scripts compete with the content on a slow line: READ_FIRST pages request them only after the content has loaded. */
export function letScriptsWait(html: string, pathname: string): string {
  const isReadFirst = READ_FIRST.test(pathname);
  if (!isReadFirst || !START.test(html)) {
    return html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
  }
  const files = [...html.matchAll(PRELOADS)].flatMap(([, href]) => href ?? []);
  const starter = `(${startWhenQuiet})(${JSON.stringify({ files, ready: PAGE_READY } satisfies LateStart)})`;
  return html.replaceAll(PRELOADS, "").replace(START, (_script, nonce: string, code: string) =>
    // The waiting script is in React's place; its start tag comes after, where React does not compare nodes.
    [`<script${nonce} type="text/plain" data-late="">${code}</script>`, `<script${nonce}>${starter}</script>`].join(""),
  );
}
