import { useQuery } from "@tanstack/react-query";
import { read } from "../../lib/query.tsx";

/** The number of conversations with an unread answer; 0 until it is known. Live events keep it current. */
export function useUnreadAnswers(): number {
  const { data } = useQuery(read("/support/threads"));
  return data?.threads.filter(({ is_unread }) => is_unread).length ?? 0;
}
