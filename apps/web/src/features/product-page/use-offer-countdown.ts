import { SECOND_MS } from "@vriddhi/core/time/clock";
import { useEffect, useState } from "react";
import { OFFER_SECONDS } from "./ebook-offer.ts";

const STORAGE_KEY = "ebook_offer_ends";

const secondsUntil = (endMs: number): number => Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS));

/** This visit's stored end, or `null`. Anything else counts as none. */
function storedEnd(): number | null {
  try {
    const end = Number(sessionStorage.getItem(STORAGE_KEY) || Number.NaN);
    return Number.isFinite(end) && secondsUntil(end) <= OFFER_SECONDS ? end : null;
  } catch {
    return null; // storage is switched off in this browser
  }
}

function keepEnd(endMs: number): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, String(endMs));
  } catch {
    // Without storage the countdown restarts after a reload.
  }
}

/** A4.9: the countdown belongs to the visit: a reload or another page does not restart it. It stops at zero. */
export function useOfferCountdown(): number {
  const [secondsLeft, setSecondsLeft] = useState(OFFER_SECONDS);
  useEffect(() => {
    const endMs = storedEnd() ?? Date.now() + OFFER_SECONDS * SECOND_MS;
    keepEnd(endMs);
    const show = () => setSecondsLeft(secondsUntil(endMs));
    show();
    const timer = setInterval(() => {
      show();
      if (secondsUntil(endMs) === 0) clearInterval(timer);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return secondsLeft;
}
