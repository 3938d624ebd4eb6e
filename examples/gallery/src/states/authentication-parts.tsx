/** Fixtures that the sign-in and sign-up states share. */

import { en } from "@latchkey/ui";
import { captchaUi } from "@latchkey/ui/captcha";
import { usernameUi } from "@latchkey/ui/username";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { signedOut } from "../fixtures/default-responses.ts";
import { daysFromNow } from "../fixtures/users.ts";
import { errorResponse } from "../mock-fetch.ts";

/** The values that users type. */
export const password = "correct horse battery";

/** The English text of an error code. */
export const text = (code: string): string => en.errors[code] ?? code;
/** The app's logo. */
export const logo = <b>Acme</b>;
/** The response for a banned user. */
export const banned = errorResponse(403, "BANNED_USER", {
  banReason: "Spam in the forum",
  banExpires: daysFromNow(30),
});
const ids = ["github", "google", "discord", "gitlab", "apple", "microsoft", "linkedin"];
const providersOf = (list: readonly string[]) => list.map((id) => ({ id, name: null, signUp: true }));
/** What the server offers by default. */
export const { signIn: ways, signUp: joining } = capabilities;
/** A server with seven providers. */
export const manyProviders = {
  ...signedOut,
  ...withCapabilities({ signIn: { ...ways, providers: providersOf(ids) } }),
};
/** A server without providers. */
export const passwordsOnly = { ...signedOut, ...withCapabilities({ signIn: { ...ways, providers: [] } }) };
/** A server without passwords. */
export const providersOnly = {
  ...signedOut,
  ...withCapabilities({
    signIn: { ...ways, password: false, username: false },
    signUp: { ...joining, ways: ["provider"] },
  }),
};
/** A server without any way to sign in. */
export const nothingOffered = {
  ...signedOut,
  ...withCapabilities({
    signIn: { ...ways, password: false, username: false, providers: [] },
    signUp: { open: false, ways: [], fields: [] },
  }),
};
/** Stands in for a service's widget, which the app provides. Most have this size. */
const Widget = () => <div style={{ width: 300, height: 65, border: "1px solid", borderRadius: 2 }} />;
/** A server with a captcha at sign-up. */
export const withCaptcha = {
  responses: {
    ...signedOut,
    ...withCapabilities({ captcha: { provider: "turnstile", siteKey: "site-key", paths: ["/sign-up/email"] } }),
  },
  provider: { plugins: [captchaUi({ Captcha: Widget }), usernameUi()] },
};
/** A server whose sign-up form includes the app's own fields. */
export const appFields = {
  ...signedOut,
  ...withCapabilities({
    signUp: {
      ...joining,
      fields: [
        { name: "companyName", type: "string", required: true },
        { name: "seats", type: "number", required: false },
        { name: "startsOn", type: "date", required: false },
        { name: "newsletter", type: "boolean", required: false },
      ],
    },
  }),
};
