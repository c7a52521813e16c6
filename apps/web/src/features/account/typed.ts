/** Values kept so that they are not typed twice. The password is never stored. */
export interface Typed {
  readonly email: string;
  readonly password: string;
}
