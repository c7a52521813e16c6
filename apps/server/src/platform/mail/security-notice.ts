import { brand } from "@vriddhi/core/site/brand";
import type { Database } from "../db/database.ts";
import type { Caller } from "../http/handler.ts";
import type { PostMail } from "./mail.ts";
import { renderMail } from "./mail-layout.ts";

/** Tells the owner what was done to the account: whoever steals a session cannot keep it quiet. */
export type TellOwner = (caller: Caller, whatHappened: string) => Promise<void>;

export const createTellOwner =
  ({ transaction }: Database, postMail: PostMail): TellOwner =>
  (caller, whatHappened) =>
    transaction((tx) =>
      postMail(tx, {
        to: { name: caller.name, address: caller.email },
        subject: `${whatHappened} · ${brand.name}`,
        ...renderMail({
          heading: whatHappened,
          paragraphs: ["This was done from a device that is signed in to your account."],
          closing: `If it was not you, reset your password, look through your settings and write to ${brand.supportEmail}.`,
        }),
      }),
    );
