import { useEffect } from "react";
import { useNavigate } from "react-router";

interface RedirectProps {
  to: string;
  /** Leaves time to read why. */
  afterMs?: number;
}

/** Moves on once the page has mounted in the browser, so that prerendered HTML stays neutral about its reader. */
export function Redirect({ to, afterMs = 0 }: RedirectProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, afterMs]);
  return null;
}
