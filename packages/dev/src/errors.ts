/** Everything the console can refuse. */

export const devErrors = {
  DEV_CONSOLE_LOCAL_ONLY: {
    status: 403,
    message: "The development console answers this machine only: open it by localhost or by the host of baseURL.",
  },
  USER_NOT_FOUND: { status: 404, message: "There is no user with this id." },
} as const;

export type DevErrorCode = keyof typeof devErrors;
