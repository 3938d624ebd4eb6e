/** The dev console's errors. */

/** The plugin's error catalog. */
export const devErrors = {
  DEV_CONSOLE_LOCAL_ONLY: {
    status: 403,
    message:
      "The dev console only accepts requests from the machine that runs the app. This one came from another machine, or through a proxy or tunnel. On that machine, open the console on localhost or on the host of baseURL.",
  },
  DEV_CONSOLE_TOKEN_REQUIRED: {
    status: 403,
    message:
      "The dev console needs its token. Open the link that the app prints in its terminal. You need it once per browser and week.",
  },
  DEV_CONSOLE_CROSS_SITE: {
    status: 403,
    message: "A page on another site sent this request. Paste the console's link into the address bar instead.",
  },
  USER_NOT_FOUND: { status: 404, message: "No user has this ID." },
} as const;

/** A dev console error code. */
export type DevErrorCode = keyof typeof devErrors;
