import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { showToast } from "../../../ui/toast.tsx";
import { reasonOf, useFailure } from "./failure.ts";

interface LeavingSettings {
  readonly disconnect: () => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  readonly words: Readonly<Record<"disconnected" | "disconnectFailed" | "removed" | "removeFailed", string>>;
  readonly onLeft: (way: "disconnected" | "removed") => Promise<void>;
}

export function useLeaving({ disconnect, remove, words, onLeft }: LeavingSettings) {
  const fail = useFailure();
  const [turn, setTurn] = useState(0);
  const leave = async (way: "disconnected" | "removed"): Promise<void> => {
    await onLeft(way);
    setTurn((count) => count + 1);
    showToast("success", words[way]);
  };
  const disconnecting = useMutation({
    mutationFn: disconnect,
    onSuccess: () => leave("disconnected"),
    onError: fail(words.disconnectFailed),
  });
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: () => leave("removed"),
    onError: fail(words.removeFailed),
  });
  return {
    /** How often the connection was left: a form from before is not reused. */
    turn,
    isDisconnecting: disconnecting.isPending,
    isRemoving: removing.isPending,
    reason: reasonOf(disconnecting.error, removing.error),
    disconnect: () => disconnecting.mutate(),
    /** `onSettled` is called after success and failure. */
    remove: (onSettled: () => void) => removing.mutate(undefined, { onSettled }),
  };
}
export type Leaving = ReturnType<typeof useLeaving>;
