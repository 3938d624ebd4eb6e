/** States of the profile section, and of the proof that a new email needs. */

import { AccountProfile, en, fill } from "@latchkey/ui";
import { usernameEn } from "@latchkey/ui/username";
import { capabilities } from "../fixtures/capabilities.ts";
import { as } from "../fixtures/default-responses.ts";
import { ann, daysFromNow, picture } from "../fixtures/users.ts";
import { errorResponse, notFresh, ok, pending } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { edit, everything, offers, state, unverified } from "./account-parts.ts";

const change = `${en.changeEmail.change} (${en.email})`;

const profile = { element: <AccountProfile />, responses: everything };
const openName = ({ click }: UserActions): Promise<void> => click("button", edit(en.name));
const saveName = async (hand: UserActions): Promise<void> => {
  await openName(hand);
  await hand.type(en.name, "Anna Example");
  await hand.click("button", en.save);
};
const openEmail = ({ click }: UserActions): Promise<void> => click("button", change);
const changeEmail = async (hand: UserActions): Promise<void> => {
  await openEmail(hand);
  await hand.type(en.changeEmail.newEmail, "anna@example.com");
  await hand.click("button", en.changeEmail.submit);
};
/** A server where a second factor can replace the current email, for a user who has one. */
const lost = {
  ...offers({ email: { ...capabilities.email, secondFactorConfirms: true } }),
  ...state({ twoFactor: { methods: ["totp"], backupCodes: 8 } }),
};
const profiles: readonly State[] = [
  { ...profile, name: "filled", expectedText: en.changeEmail.verified },
  {
    ...profile,
    name: "upload",
    responses: { ...everything, ...as({ ...ann, image: picture }) },
    provider: { uploadImage: async () => picture },
    expectedText: en.changeImage,
  },
  {
    ...profile,
    name: "fields",
    responses: {
      ...everything,
      ...as({
        ...ann,
        company: "Acme Corporation",
        teamSize: 1200,
        birthday: "1990-05-17T00:00:00.000Z",
        newsletter: true,
      }),
    },
    expectedText: "1,200",
  },
  { ...profile, name: "name", play: openName, expectedText: en.save },
  {
    ...profile,
    name: "username",
    responses: { ...everything, ...as({ ...ann, username: null, displayUsername: null }) },
    play: async ({ click, type }) => {
      await click("button", `${en.account.add} (${usernameEn.label})`);
      await type(usernameEn.label, "annabelle");
    },
    expectedText: usernameEn.available,
  },
  {
    ...profile,
    name: "username-taken",
    responses: { ...everything, "/is-username-available": ok({ available: false }) },
    play: async ({ click, type }) => {
      await click("button", edit(usernameEn.label));
      await type(usernameEn.label, "bobby");
    },
    expectedText: usernameEn.errors.USERNAME_IS_ALREADY_TAKEN as string,
  },
  {
    ...profile,
    name: "unverified",
    responses: { ...everything, ...unverified },
    expectedText: en.changeEmail.unverified,
  },
  {
    ...profile,
    name: "link-sent",
    responses: { ...everything, ...unverified },
    play: ({ click }) => click("button", en.changeEmail.sendLink),
    expectedText: fill(en.changeEmail.linkSent, { email: ann.email }),
  },
  {
    ...profile,
    name: "pending",
    responses: {
      ...everything,
      ...state({ pendingEmail: { email: "anna@example.com", expiresAt: daysFromNow(1), confirmWith: null } }),
    },
    expectedText: en.changeEmail.resend,
  },
  {
    ...profile,
    name: "no-email",
    responses: { ...everything, ...as({ ...ann, email: "4711@twitter.invalid", emailVerified: false }) },
    expectedText: en.changeEmail.none,
  },
  { ...profile, name: "email", play: openEmail, expectedText: en.changeEmail.text },
  {
    ...profile,
    name: "email-asked",
    play: changeEmail,
    expectedText: fill(en.changeEmail.asked, { email: ann.email, newEmail: "anna@example.com" }),
  },
  {
    ...profile,
    name: "email-lost",
    responses: { ...everything, ...lost },
    play: openEmail,
    expectedText: fill(en.changeEmail.lost, { email: ann.email }),
  },
  {
    ...profile,
    name: "email-lost-asked",
    responses: { ...everything, ...lost },
    play: async (hand) => {
      await openEmail(hand);
      await hand.type(en.changeEmail.newEmail, "anna@example.com");
      await hand.click("checkbox", fill(en.changeEmail.lost, { email: ann.email }));
      await hand.click("button", en.changeEmail.submit);
    },
    expectedText: fill(en.changeEmail.askedNew, { newEmail: "anna@example.com" }),
  },
  {
    ...profile,
    name: "email-same",
    responses: { ...everything, "/change-email": errorResponse(400, "EMAIL_IS_THE_SAME") },
    play: changeEmail,
    expectedText: en.errors.EMAIL_IS_THE_SAME as string,
  },
  ...submittingStates({ ...profile, play: saveName }, "/update-user", "(busy)"),
];

const proof = async (hand: UserActions): Promise<void> => {
  await changeEmail(hand);
  await hand.type(en.password, "not the password{Enter}");
};
const proofs: readonly State[] = [
  {
    ...profile,
    name: "password",
    responses: { ...everything, "/change-email": notFresh },
    play: changeEmail,
    expectedText: en.proof.text,
  },
  {
    ...profile,
    name: "refused",
    responses: { ...everything, "/change-email": notFresh, "/verify-password": errorResponse(400, "INVALID_PASSWORD") },
    play: proof,
    expectedText: en.errors.INVALID_PASSWORD as string,
  },
  {
    ...profile,
    name: "sending",
    responses: { ...everything, "/change-email": notFresh, "/verify-password": pending },
    play: proof,
    expectedText: "(busy)",
  },
  {
    ...profile,
    name: "provider",
    responses: { ...everything, "/change-email": errorResponse(403, "SESSION_NOT_FRESH", { proof: ["provider"] }) },
    play: changeEmail,
    expectedText: en.proof.providerText,
  },
];

export const accountProfile: Gallery = { AccountProfile: profiles, ProofDialog: proofs };
