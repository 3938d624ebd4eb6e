/** An app under test: its own database, a clock that is moved, browsers that keep cookies. */

import { type Auth, type AuthOptions, createAuth, type FieldOptions, memoryAdapter, type Plugin } from "@latchkey/core";
import { createBrowser, type TestBrowser } from "./browser.ts";
import { createTestClock, type TestClock } from "./clock.ts";

/** Where the app under test is reached. */
export const testOrigin = "http://app.test";

/** Long and random enough for production rules. */
export const testSecret = "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U";

/** An app under test. */
export interface TestApp<
  P extends readonly Plugin[] = readonly [],
  UF extends FieldOptions = {},
  SF extends FieldOptions = {},
> {
  readonly auth: Auth<P, UF, SF>;
  readonly clock: TestClock;
  /** A browser with no cookies, at this address. */
  browser(address?: string): TestBrowser;
}

/** Options of `createAuth`, with everything that tests seldom care about filled in. */
export type TestOptions<P extends readonly Plugin[], UF extends FieldOptions, SF extends FieldOptions> = Partial<
  AuthOptions<P, UF, SF>
>;

/** Starts an app with email and password on, in memory unless a `database` is given; tables are made. */
export async function startAuth<
  const P extends readonly Plugin[] = readonly [],
  const UF extends FieldOptions = {},
  const SF extends FieldOptions = {},
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
