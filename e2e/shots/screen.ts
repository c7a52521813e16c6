import type { Page } from "@playwright/test";
import type { Stage } from "./stages.ts";

export type Viewer = "visitor" | "subscriber" | "newcomer" | "operator";

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly viewer: Viewer;
  readonly hasLightTheme?: boolean;
  /** Only the visible window, for screens with bars fixed to its edges. */
  readonly isWindowOnly?: boolean;
  /** The stage of the demo user's day; before the open by default. */
  readonly stage?: Stage;
  prepare?(page: Page): Promise<void>;
  act?(page: Page): Promise<void>;
}
