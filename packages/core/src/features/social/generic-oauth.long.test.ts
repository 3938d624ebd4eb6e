/** Runs the provider sign-in tests again, at the paths of better-auth 1.6. */

import { useGenericPaths } from "../../../test/social-app.ts";

useGenericPaths();
await import("./callback.test.ts");
await import("./sign-in.test.ts");
await import("./accounts.test.ts");
await import("./link-by-email.test.ts");
await import("./races.test.ts");
