/** Who asks the console in tests, and what they send. */

/** Address of a browser on this machine. */
export const local = "127.0.0.1";

/** What a form of the page is sent with. */
export const formHeaders: Readonly<Record<string, string>> = {
  "content-type": "application/x-www-form-urlencoded",
  origin: "http://app.test",
};
