import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { type ComponentProps, type ReactNode, useContext, useSyncExternalStore } from "react";
import { PageNonceContext } from "../lib/page-mode.ts";
import { firstTheme } from "./first-theme.ts";

/** The user's choice; "auto" follows the system. */
export type ThemeChoice = "auto" | "light" | "dark";

/** first-theme.ts reads the same key before the first paint. */
const STORAGE_KEY = "theme";

/** A choice that storage refused lives as long as the page. */
let unsaved: ThemeChoice = "auto";
const listeners = new Set<() => void>();

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === "light" || stored === "dark" ? stored : unsaved;
  } catch {
    return unsaved;
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    unsaved = choice;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: light)");
  listeners.add(listener);
  addEventListener("storage", listener);
  system.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
    system.removeEventListener("change", listener);
  };
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, readChoice, () => "auto");

/**
 * Marks a page that also has a light theme. The inline script applies an earlier choice before the first paint; where
 * React renders on the client only there is no earlier paint, and no script.
 */
export function ThemeScope({ children, ...rest }: ComponentProps<"div">) {
  const choice = useThemeChoice();
  const nonce = useContext(PageNonceContext);
  const isFirstHtml = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  return (
    <div {...rest} data-theme={choice} suppressHydrationWarning>
      {isFirstHtml && (
        <script nonce={nonce} suppressHydrationWarning>
          {firstTheme}
        </script>
      )}
      {children}
    </div>
  );
}

/** For pages without a bar for the toggle: it is in their upper corner. */
export function ThemedPage({ children }: { children: ReactNode }) {
  return (
    <ThemeScope className="relative">
      <ThemeToggle className="absolute top-4 right-4 z-10" />
      {children}
    </ThemeScope>
  );
}

const isLightNow = (): boolean => {
  const choice = readChoice();
  return choice === "auto" ? matchMedia("(prefers-color-scheme: light)").matches : choice === "light";
};

export function ThemeToggle({ className }: { className?: string }) {
  const isLight = useSyncExternalStore(subscribe, isLightNow, () => false);
  const Icon = isLight ? Moon : Sun;
  return (
    <button
      type="button"
      onClick={() => chooseTheme(isLight ? "dark" : "light")}
      className={`grid size-11 place-items-center rounded-md text-muted hover:bg-raised hover:text-text ${className ?? ""}`}
    >
      <Icon className="size-5" aria-hidden="true" />
      <span className="sr-only">{isLight ? "Use the dark theme" : "Use the light theme"}</span>
    </button>
  );
}
