/** The base names of a session's cookies, under which `advanced.cookies` sets their attributes. */
export const sessionCookies = { token: "session_token", copy: "session_data", notRemembered: "dont_remember" } as const;
