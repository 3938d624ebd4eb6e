/** Everything the console can refuse. */

/** The catalogue of the plugin: codes, statuses, sentences. */
export const devErrors = {
  DEV_CONSOLE_LOCAL_ONLY: {
    status: 403,
    message: "The development console answers this machine only: open it by localhost or by the host of baseURL.",
  },
  USER_NOT_FOUND: { status: 404, message: "There is no user with this id." },
} as const;

/** What the console can refuse with. */
export type DevErrorCode = keyof typeof devErrors;
