import { useEffect, useRef } from "react";
import { formatIstDate, formatIstTime, instantOf } from "../lib/format.ts";
import { classNames } from "./class-names.ts";

export interface ShownMessage {
  readonly id: string;
  readonly author: "writer" | "desk";
  readonly body: string;
  readonly at: string;
}

interface MessageListProps {
  messages: readonly ShownMessage[];
  /** The page's side of the conversation: its messages are on the right. */
  mine: ShownMessage["author"];
  label: string;
  nameOf(message: ShownMessage): string;
  className?: string;
}

const timeOf = (at: string): string => {
  const instant = instantOf(at);
  return `${formatIstDate(instant).slice(0, -5)}, ${formatIstTime(instant)}`;
};

/** A conversation. Messages are shown as plain text and never as markup. */
export function MessageList({ messages, mine, label, nameOf, className }: MessageListProps) {
  const list = useRef<HTMLOListElement>(null);
  const newest = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is the reason to scroll
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  return (
    <ol
      ref={list}
      aria-label={label}
      aria-live="polite"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className={classNames("flex flex-col gap-3 overflow-y-auto p-4", className)}
    >
      {messages.map((message) => {
        const isMine = message.author === mine;
        return (
          <li
            key={message.id}
            className={classNames("grid max-w-[85%] gap-1", isMine ? "justify-items-end self-end" : "self-start")}
          >
            <p
              className={classNames(
                "w-fit rounded-lg px-3.5 py-2.5 text-[0.9375rem] leading-6 wrap-anywhere whitespace-pre-wrap",
                isMine ? "rounded-br-sm bg-info/15 text-text" : "rounded-bl-sm bg-raised text-text",
              )}
            >
              {message.body}
            </p>
            <p className="figures text-xs text-muted">
              {nameOf(message)} · <time dateTime={message.at}>{timeOf(message.at)}</time>
            </p>
          </li>
        );
      })}
    </ol>
  );
}
