import type { UseQueryResult } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { ComponentType } from "react";
import type { LastErrorCode } from "../link/link.texts.ts";
import type { Leaving } from "../link/use-leaving.ts";

export interface FieldScript<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly missing: string;
  readonly hint?: string;
  /** Masked until the user shows it. */
  readonly isHidden?: boolean;
  readonly isNumeric?: boolean;
  readonly maxLength?: number;
  /** Matches refusals that are about this field. */
  readonly blamedBy?: RegExp;
}

export type Values<Name extends string = string> = Readonly<Record<Name, string>>;

export interface LinkFacts<Name extends string> {
  readonly isConnected: boolean;
  /** Secrets as masks; `null` where nothing is stored. */
  readonly stored: Values<Name> | null;
  /** To be registered at the broker; `null` where the login needs no page of the broker. */
  readonly redirectUrl: string | null;
  readonly lastError: { readonly code: LastErrorCode; readonly detail: string; readonly at: string } | null;
  readonly pending: { readonly since: string } | null;
}

export interface Link<Status> {
  readonly query: UseQueryResult<Status>;
  readonly isConnected: boolean;
  readAgain(): Promise<void>;
  /** Reads now, bypassing earlier requests: an answer from before a login is outdated. */
  readNow(): Promise<Status>;
  /** It has just changed here: other screens are notified and read it again. */
  learn(isNowConnected: boolean): Promise<void>;
}

export type SaveOutcome =
  | { readonly kind: "login"; readonly loginUrl: string; readonly requestId: string | null; readonly sentence: string }
  | { readonly kind: "connected" | "saved"; readonly sentence: string };

export interface PageScript {
  readonly words: {
    readonly title: string;
    readonly lead: string;
    readonly pasteLead: string;
    readonly grant: string;
    /** `null`: the button is disabled until something is typed. */
    readonly grantMissing: string | null;
    readonly complete: string;
  };
  readonly failed: string;
  /** Whether the server's own sentence replaces ours. */
  readonly isDetailFirst: boolean;
  readonly notValid: string;
  complete(grant: string, requestId: string | null): Promise<unknown>;
  /** Whether the status confirms the connection; `isCertain`: the server has just reported it; `waiting`: not yet. */
  confirm(look: {
    readonly isCertain: boolean;
    isConnected(): Promise<boolean>;
    readAgain(): Promise<void>;
  }): Promise<"connected" | "refused" | "waiting">;
}

/** B2.14: a login without a page, with the stored details. */
export interface AutoScript<Status, Name extends string> {
  readonly label: string;
  readonly note: string;
  readonly running: string;
  readonly success: string;
  isOffered(status: Status): boolean;
  run(values: Values<Name>): Promise<unknown>;
  failure(cause: unknown, detail: string | null): string;
}

export interface ConnectedProps<Status> {
  status: Status;
  leaving: Leaving;
  link: Link<Status>;
  onReconnect(): void;
  follow(begun: SaveOutcome): Promise<void>;
}

export interface ScriptTexts {
  readonly formTitle: string;
  readonly formLead: string;
  readonly connect: string;
  readonly connectFailed: string;
  readonly connected: string;
  readonly appStep: string;
  readonly appLead: string;
  readonly redirectHint: string;
  readonly console: { readonly label: string; readonly href: string };
  readonly keyStep: string;
  readonly securityTitle: string;
  readonly securityNote: string;
  readonly loginStep: string;
  readonly loginLead: string;
  readonly guide: readonly string[];
  readonly guidePdf: string;
  /** How to register the address for orders, one line a step, in the broker's own terms. */
  readonly addressGuide: readonly string[];
  readonly removeBody: string;
}

export interface ConnectionScript<Status, Name extends string> {
  readonly broker: BrokerName;
  readonly words: ScriptTexts;
  readonly fields: readonly FieldScript<Name>[];
  readonly blank: Values<Name>;
  readonly client: Name;
  useLink(userId: string): Link<Status>;
  factsOf(status: Status): LinkFacts<Name>;
  connect(values: Values<Name>, status: Status): Promise<SaveOutcome>;
  readonly isDetailFirst: boolean;
  readonly auto: AutoScript<Status, Name> | null;
  readonly page: PageScript | null;
  /** Loads the stored details into the form; `null` where the status contains them already. */
  readonly fetch: {
    readonly label: string;
    readonly done: string | null;
    readonly failed: string;
    run(): Promise<Values<Name>>;
  } | null;
  readonly leave: {
    disconnect(): Promise<unknown>;
    remove(): Promise<unknown>;
    readonly words: Readonly<Record<"disconnected" | "disconnectFailed" | "removed" | "removeFailed", string>>;
    /** B4.9: after leaving, the form is empty. */
    readonly isFormCleared: boolean;
  };
  readonly Notice: ComponentType | null;
  readonly Connected: ComponentType<ConnectedProps<Status>>;
}
