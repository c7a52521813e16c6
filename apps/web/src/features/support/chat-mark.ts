const KEY = "support-chat";

/** No script can read the cookie that holds a visitor's conversations; this says that there is one. */
export function markChat(): void {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // A browser that stores nothing shows the conversation until the page is closed.
  }
}

export function hasChat(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
