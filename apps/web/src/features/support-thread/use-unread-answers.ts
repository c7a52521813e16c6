import { useQuery } from "@tanstack/react-query";
import { read } from "../../lib/query.tsx";

/** How many conversations hold an answer that was not looked at yet; 0 until it is known. Live events keep it true. */
export function useUnreadAnswers(): number {
  const { data } = useQuery(read("/support/threads"));
  return data?.threads.filter(({ is_unread }) => is_unread).length ?? 0;
}
