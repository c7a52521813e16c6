export const UNKNOWN_DEVICE = "Unknown device";

/** The first that fits: browsers carry the names of those they descend from. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const systems = [
  [/\biPhone\b/, "iPhone", true],
  [/\biPad\b/, "iPad", true],
  [/\bAndroid\b/, "Android", true],
  [/\bWindows\b/, "Windows", false],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac", false],
  [/\bCrOS\b/, "Chromebook", false],
  [/\bLinux\b/, "Linux", false],
] as const;

export interface Device {
  /** Chrome on Windows */
  readonly name: string;
  readonly isHandheld: boolean;
}

/** A user agent in words that its owner recognises. */
export function describeDevice(userAgent: string): Device {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent));
  const isHandheld = system?.[2] ?? false;
  if (browser && system) return { name: `${browser} on ${system[1]}`, isHandheld };
  return { name: browser ?? system?.[1] ?? UNKNOWN_DEVICE, isHandheld };
}
