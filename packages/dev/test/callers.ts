/** Browsers for the console's tests, and their requests. */

import type { Plugin } from "@latchkey/core";
import type { TestApp, TestBrowser } from "@latchkey/test-kit";
import type { DevConsolePlugin } from "../src/plugin.ts";

/** Address of a browser on this machine. */
export const local = "127.0.0.1";

/** Headers that browsers send with a form. */
export const formHeaders: Readonly<Record<string, string>> = {
  "content-type": "application/x-www-form-urlencoded",
  origin: "http://app.test",
};

/** A browser on this machine that opened the link from the terminal. */
export async function developerOf<const P extends readonly Plugin[]>({
  auth,
  browser,
}: TestApp<readonly [DevConsolePlugin, ...P]>): Promise<TestBrowser> {
  const developer = browser(local);
  const { path } = await auth.api.devConsoleLink();
  await developer.get(path.replace(auth.$context.settings.basePath, ""));
  return developer;
}
