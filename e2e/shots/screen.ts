import type { Page } from "@playwright/test";
import type { Stage } from "./stages.ts";

/** Who looks at the screen: nobody in particular, the subscribed demo user, one without a subscription, or the operator. */
export type Viewer = "visitor" | "subscriber" | "newcomer" | "operator";

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly viewer: Viewer;
  /** Also photographed in daylight. */
  readonly hasLightTheme?: boolean;
  /** Only what the window shows, for screens with bars fixed to its edges. */
  readonly isWindowOnly?: boolean;
  /** When in the demo person's day; before it opens unless told. */
  readonly stage?: Stage;
  /** Before the page is opened. */
  prepare?(page: Page): Promise<void>;
  /** Brings the screen into the state that is wanted. */
  act?(page: Page): Promise<void>;
}
