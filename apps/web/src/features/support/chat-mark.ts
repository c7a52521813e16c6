const KEY = "support-chat";

/** Scripts cannot read the cookie of a visitor's conversations; this mark says that it exists. */
export function markChat(): void {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // Without storage the conversation is shown until the page is closed.
  }
}

export function hasChat(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
