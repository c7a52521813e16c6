export const UNKNOWN_DEVICE = "Unknown device";

export interface Device {
  readonly name: string;
  readonly isHandheld: boolean;
}

type Sign = readonly [name: string, sign: RegExp];

/** Most browsers name others too: the first match counts. */
const browsers: readonly Sign[] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOP(R|T|X|iOS)\/|\bOpera\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["UC Browser", /\bUC ?Browser\//],
  ["Mi Browser", /\bMiuiBrowser\//],
  ["Vivo Browser", /\bVivoBrowser\//],
  ["Oppo Browser", /\bHeyTapBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["DuckDuckGo", /\b(DuckDuckGo|Ddg)\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(HeadlessChrome|Chrome|CriOS)\//],
  ["Chromium", /\bChromium\//],
  ["Safari", /\bSafari\//],
];

const systems: readonly Sign[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Chromebook", /\bCrOS\b/],
  ["Mac", /\bMac(intosh| OS X)\b/],
  ["Linux", /\bLinux\b/],
];

const HANDHELD: readonly (string | undefined)[] = ["iPhone", "iPad", "Android"];

const namedIn = (signs: readonly Sign[], userAgent: string): string | undefined =>
  signs.find(([, sign]) => sign.test(userAgent))?.[0];

/** A user agent in words that its owner recognises. The sent text is never repeated: the client may have made it up. */
export function describeDevice(userAgent: string): Device {
  const browser = namedIn(browsers, userAgent);
  const system = namedIn(systems, userAgent);
  const isHandheld = HANDHELD.includes(system);
  if (browser && system) return { name: `${browser} on ${system}`, isHandheld };
  return { name: browser ?? system ?? UNKNOWN_DEVICE, isHandheld };
}
