import type { Page } from "@playwright/test";
import type { Stage } from "./stages.ts";

/** Who opens the screen: a visitor, the subscribed demo user, one without a subscription, or the operator. */
export type Viewer = "visitor" | "subscriber" | "newcomer" | "operator";

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly viewer: Viewer;
  /** Also taken in the light theme. */
  readonly hasLightTheme?: boolean;
  /** Only the visible window, for screens with bars fixed to its edges. */
  readonly isWindowOnly?: boolean;
  /** The stage of the demo user's day; before the open by default. */
  readonly stage?: Stage;
  /** Before the page is opened. */
  prepare?(page: Page): Promise<void>;
  /** Brings the screen into its state. */
  act?(page: Page): Promise<void>;
}
