/** Invariants; the names of the simulation's rules. */
export type Invariant =
  | "each tag exists at the exchange at most once"
  | "every order at the exchange was stored before it was sent"
  | "one process at a time acts for an account"
  | "no position changes its sign"
  | "a working exit is never more than what is open"
  | "what is open is covered within two seconds"
  | "no entry leaves after it was valid"
  | "nothing enters after a block"
  | "no entry after a daily stop"
  | "a daily stop has a true loss behind it"
  | "what appears late is flat within a minute"
  | "a loss stays within stop and gap"
  | "an exit at the circuit keeps its place"
  | "no new exit beside the broker's own square-off"
  | "no order is on its way for longer than 150 seconds"
  | "the broker's limits are kept"
  | "an order is changed at most 25 times"
  | "flat by 15:10 or an alert is raised"
  | "a block that closes has closed"
  | "each position alert is raised once and with a cause"
  | "each order has one end and a reason"
  | "each signal has one outcome for each account"
  | "our books equal the exchange's"
  | "our cash equals the exchange's"
  | "no account waits for another's fault"
  | "the day is closed"
  | "nothing fails without an injected fault";

export interface Violation {
  readonly seed: number;
  readonly invariant: Invariant;
  readonly account: string | null;
  readonly tag: string | null;
  readonly atMs: number;
  readonly detail: string;
  readonly trace: readonly string[];
}
