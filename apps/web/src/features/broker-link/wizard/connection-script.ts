import type { UseQueryResult } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { ComponentType } from "react";
import type { LastErrorCode } from "../link/link.texts.ts";
import type { Leaving } from "../link/use-leaving.ts";

/** One line of the form, by the name that the wire gives it. */
export interface FieldScript<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly missing: string;
  readonly hint?: string;
  /** Hidden until its owner asks to see it. */
  readonly isHidden?: boolean;
  readonly isNumeric?: boolean;
  readonly maxLength?: number;
  /** Words by which a refusal points at this field. */
  readonly blamedBy?: RegExp;
}

export type Values<Name extends string = string> = Readonly<Record<Name, string>>;

/** What every broker's status tells, in one shape. */
export interface LinkFacts<Name extends string> {
  readonly isConnected: boolean;
  /** Secrets as masks; null where nothing is stored. */
  readonly stored: Values<Name> | null;
  /** To be registered at the broker; null where the login needs no page of the broker's. */
  readonly redirectUrl: string | null;
  readonly lastError: { readonly code: LastErrorCode; readonly detail: string; readonly at: string } | null;
  readonly pending: { readonly since: string } | null;
}

/** The status of one connection as the screen holds it. */
export interface Link<Status> {
  readonly query: UseQueryResult<Status>;
  readonly isConnected: boolean;
  readAgain(): Promise<void>;
  /** Asks now, whatever was asked before: an answer from before a login is old. */
  readNow(): Promise<Status>;
  /** Something has just changed it here: whoever else looks is told, and it is read again. */
  learn(isNowConnected: boolean): Promise<void>;
}

/** What came of sending the form. */
export type Begun =
  | { readonly kind: "login"; readonly loginUrl: string; readonly requestId: string | null; readonly sentence: string }
  | { readonly kind: "connected" | "saved"; readonly sentence: string };

/** How a login on the broker's own page is brought to its end. */
export interface PageScript {
  readonly words: {
    readonly title: string;
    readonly lead: string;
    readonly pasteLead: string;
    readonly grant: string;
    /** Null: the button waits until something is typed. */
    readonly grantMissing: string | null;
    readonly complete: string;
  };
  readonly failed: string;
  /** Whether the server's own sentence comes before ours. */
  readonly isDetailFirst: boolean;
  readonly notValid: string;
  complete(grant: string, requestId: string | null): Promise<unknown>;
  /**
   * Whether the status agrees that it is connected; `isCertain` where the server has just said so itself. `waiting`: not
   * yet, and nothing is said.
   */
  confirm(look: {
    readonly isCertain: boolean;
    isConnected(): Promise<boolean>;
    readAgain(): Promise<void>;
  }): Promise<"connected" | "refused" | "waiting">;
}

/** B2.14: a login without any page, with what is stored. */
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
  /** Does what a call of the connection's own has led to. */
  follow(begun: Begun): Promise<void>;
}

export interface ScriptWords {
  readonly formTitle: string;
  readonly formLead: string;
  /** B2.14 and its like: what connecting is called here. */
  readonly connect: string;
  readonly connectFailed: string;
  /** Said when a login that waited is complete. */
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
  /** How the address that orders come from is registered, one line a step, in the broker's own words. */
  readonly addressGuide: readonly string[];
  readonly removeBody: string;
}

/** Everything in which one broker's connection differs from another's. */
export interface ConnectionScript<Status, Name extends string> {
  readonly broker: BrokerName;
  readonly words: ScriptWords;
  readonly fields: readonly FieldScript<Name>[];
  readonly blank: Values<Name>;
  /** The field that names the account. */
  readonly client: Name;
  useLink(userId: string): Link<Status>;
  factsOf(status: Status): LinkFacts<Name>;
  connect(values: Values<Name>, status: Status): Promise<Begun>;
  readonly isDetailFirst: boolean;
  readonly auto: AutoScript<Status, Name> | null;
  readonly page: PageScript | null;
  /** What is stored, into the form; null where the status brings it already. */
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
    /** B4.9: whoever leaves finds the form empty. */
    readonly isFormCleared: boolean;
  };
  /** Above the form, where there is something to know before typing. */
  readonly Notice: ComponentType | null;
  readonly Connected: ComponentType<ConnectedProps<Status>>;
}
