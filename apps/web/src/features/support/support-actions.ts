import { EMAIL_MAX, isEmail, NAME_MAX } from "@vriddhi/core/account/rules";
import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  type SupportTopic,
  toPlainMessage,
} from "@vriddhi/core/site/support-message";
import { type Api, ApiError } from "../../lib/api.ts";
import { unreachableText } from "../../texts/account-form.texts.ts";
import { supportFaults, supportTexts } from "./support.texts.ts";

export interface SupportMessage {
  readonly name: string;
  readonly email: string;
  readonly topic: SupportTopic;
  readonly message: string;
  readonly website: string;
}

export type SupportFaults = Partial<Record<"name" | "email" | "message", string>>;

function emailFault(email: string): string | undefined {
  if (email.trim() === "") return supportFaults.emailMissing;
  return isEmail(email.trim()) && email.length <= EMAIL_MAX ? undefined : supportFaults.emailBroken;
}

function messageFault(message: string): string | undefined {
  if (message.length > SUPPORT_MESSAGE_MAX) return supportFaults.long;
  return toPlainMessage(message).length < SUPPORT_MESSAGE_MIN ? supportFaults.short : undefined;
}

export function checkSupportMessage({ name, email, message }: SupportMessage): SupportFaults {
  const found = {
    name: name.trim() === "" || name.length > NAME_MAX ? supportFaults.name : undefined,
    email: emailFault(email),
    message: messageFault(message),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined));
}

export type SupportOutcome =
  | { readonly kind: "sent"; readonly reference: string; readonly threadId: string; readonly email: string }
  | { readonly kind: "refused"; readonly sentence: string };

function sentenceFor(cause: unknown): string {
  if (!(cause instanceof ApiError)) return supportTexts.failed;
  if (cause.status === 0) return unreachableText;
  if (cause.status === 429) return cause.detail ?? supportTexts.tooMany;
  return cause.status < 500 && cause.detail !== null ? cause.detail : supportTexts.failed;
}

export async function sendSupportMessage(api: Api, message: SupportMessage): Promise<SupportOutcome> {
  try {
    const { website, ...written } = message;
    const body = website === "" ? written : message;
    const { reference, thread_id: threadId } = await api("POST", "/support/messages", { body });
    return { kind: "sent", reference, threadId, email: message.email.trim() };
  } catch (cause) {
    return { kind: "refused", sentence: sentenceFor(cause) };
  }
}
