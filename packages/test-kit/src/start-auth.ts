/** Starts an app under test, with a test clock and browsers that store cookies. */

import {
  type AdditionalFields,
  type Auth,
  type AuthOptions,
  createAuth,
  memoryAdapter,
  type Plugin,
} from "@latchkey/core";
import { createBrowser, type TestBrowser } from "./browser.ts";
import { createTestClock, type TestClock } from "./clock.ts";

/** Origin of the app under test. */
export const testOrigin = "http://app.test";

/** Long and random enough to pass the production checks. */
export const testSecret = "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U";

/** An app under test. */
export interface TestApp<
  P extends readonly Plugin[] = readonly [],
  UF extends AdditionalFields = {},
  SF extends AdditionalFields = {},
> {
  readonly auth: Auth<P, UF, SF>;
  readonly clock: TestClock;
  /** Creates a browser without cookies, with this IP address. */
  browser(address?: string): TestBrowser;
}

/** Options for `createAuth`, all optional. Tests get defaults for the rest. */
export type TestOptions<
  P extends readonly Plugin[],
  UF extends AdditionalFields,
  SF extends AdditionalFields,
> = Partial<AuthOptions<P, UF, SF>>;

/** Starts an app with email and password enabled and its tables created. Uses memory unless `database` is set. */
export async function startAuth<
  const P extends readonly Plugin[] = readonly [],
  const UF extends AdditionalFields = {},
  const SF extends AdditionalFields = {},
>(options: TestOptions<P, UF, SF> = {}): Promise<TestApp<P, UF, SF>> {
  const clock = createTestClock();
  const auth = createAuth<P, UF, SF>({
    baseURL: testOrigin,
    secret: testSecret,
    database: memoryAdapter(),
    emailAndPassword: { enabled: true },
    clock: clock.now,
    logger: { disabled: true },
    ...options,
  } as AuthOptions<P, UF, SF>);
  await auth.migrate();
  const { basePath } = auth.$context.settings;
  const base = `${auth.$context.settings.origin ?? testOrigin}${basePath}`;
  return { auth, clock, browser: (address) => createBrowser(auth.handler, base, address) };
}
