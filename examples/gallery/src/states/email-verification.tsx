/** States of the pages and the banner for email verification. */

import { EmailVerified, en, fill, VerifyEmailBanner } from "@latchkey/ui";
import { as, signedOut } from "../fixtures/default-responses.ts";
import { ann, long } from "../fixtures/users.ts";
import { errorResponse, pending } from "../mock-fetch.ts";
import type { Gallery, State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { text } from "./authentication-parts.tsx";

const verify = { element: <EmailVerified />, search: "?for=verify" };
const verified: readonly State[] = [
  { ...verify, name: "done", expectedText: fill(en.emailVerified.textFor, { email: ann.email }) },
  { ...verify, name: "signed-out", responses: signedOut, expectedText: en.emailVerified.openedTitle },
  { ...verify, name: "already", search: "", expectedText: fill(en.emailVerified.textFor, { email: ann.email }) },
  {
    ...verify,
    name: "opened-without-link",
    search: "",
    responses: signedOut,
    expectedText: en.emailVerified.openTextSignedOut,
  },
  {
    ...verify,
    name: "waiting",
    responses: as({ ...long, emailVerified: false }),
    expectedText: en.emailVerified.openTitle,
  },
  { ...verify, name: "changing", search: "?for=change", expectedText: en.emailVerified.changeTitle },
  {
    ...verify,
    name: "expired",
    responses: signedOut,
    search: "?error=token_expired",
    expectedText: text("token_expired"),
  },
  { ...verify, name: "of-another", search: "?error=unauthorized", expectedText: text("unauthorized") },
  {
    ...verify,
    name: "of-deleted",
    responses: signedOut,
    search: "?error=user_not_found",
    expectedText: text("user_not_found"),
  },
  { ...verify, name: "loading", responses: { "/get-session": pending }, expectedText: en.loading },
];

const unverified = as({ ...long, emailVerified: false });
const banner = { element: <VerifyEmailBanner />, responses: unverified };
const send = ({ click }: UserActions): Promise<void> => click("button", en.verifyEmail.resend);
const banners: readonly State[] = [
  { ...banner, name: "asking", expectedText: fill(en.verifyEmail.text, { email: long.email }) },
  { ...banner, name: "sent", play: send, expectedText: fill(en.verifyEmail.sent, { email: long.email }) },
  {
    ...banner,
    name: "sending",
    responses: { ...unverified, "/send-verification-email": pending },
    play: send,
    expectedText: "(busy)",
  },
  {
    ...banner,
    name: "too-often",
    responses: { ...unverified, "/send-verification-email": errorResponse(429, "TOO_MANY_REQUESTS") },
    play: send,
    expectedText: text("TOO_MANY_REQUESTS"),
  },
  { ...banner, name: "refused-link", search: "?error=token_expired", expectedText: text("token_expired") },
];

export const emailVerification: Gallery = { EmailVerified: verified, VerifyEmailBanner: banners };
