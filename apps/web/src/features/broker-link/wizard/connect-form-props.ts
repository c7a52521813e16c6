import type { Leaving } from "../link/use-leaving.ts";
import type { ConnectionScript, LinkFacts, Values } from "./connection-script.ts";
import type { Refused } from "./use-connection.ts";

export interface ConnectFormProps<Status, Name extends string> {
  script: ConnectionScript<Status, Name>;
  status: Status;
  facts: LinkFacts<Name>;
  initial: Values<Name>;
  isConnected: boolean;
  isConnecting: boolean;
  isAutoConnecting: boolean;
  isFetching: boolean;
  leaving: Leaving;
  refused: Refused<Name> | null;
  onConnect(values: Values<Name>): void;
  onAuto(values: Values<Name>): void;
  onFetch(): void;
  /** Back to the connected view, if there is one. */
  onCancel(): void;
}
