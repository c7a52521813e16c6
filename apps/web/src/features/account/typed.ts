/** What was typed once and need not be typed again. The password is gone with the page. */
export interface Typed {
  readonly email: string;
  readonly password: string;
}
