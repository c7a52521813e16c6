/**
 * A2.28: the button joins the login form when the server has its half (GET /google-auth/signup → auth_url).
 * Until then there is none, because a button that does nothing is worse than no button.
 */
export const googleSignIn = { isOffered: false } as const;
