import { httpErrors } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { en } from "./en.ts";

test("every error code from core has a text", async () => {
  const { auth } = await startAuth(mailOptions(createMailbox()) as never);
  const declared = Object.values(auth.$context.extensions.endpoints)
    .filter(({ serverOnly }) => !serverOnly)
    .flatMap(({ errors, guards }) => [errors, ...guards.map((guard) => guard.errors)])
    .flatMap((catalogue) => Object.keys(catalogue ?? {}));
  // Programming errors are for the app's developer, so they're shown with the `unknown` text.
  const forDevelopers = ["BAD_REQUEST", "UNSUPPORTED_MEDIA_TYPE", "CROSS_SITE_NAVIGATION_LOGIN_BLOCKED"];
  const codes = [...new Set([...declared, ...Object.keys(httpErrors)])].filter((code) => !forDevelopers.includes(code));
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => !Object.hasOwn(en.errors, code))).toEqual([]);
});
