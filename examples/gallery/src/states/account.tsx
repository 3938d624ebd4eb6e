/** States of the account page, its sections, and the user menu. */

import {
  Account,
  AccountConnections,
  AccountDanger,
  AccountProfile,
  AccountSecurity,
  en,
  fill,
  Row,
  Rows,
  RowsGroup,
  Section,
  UserButton,
} from "@latchkey/ui";
import { adminEn } from "@latchkey/ui/admin";
import { usernameEn } from "@latchkey/ui/username";
import { capabilities } from "../fixtures/capabilities.ts";
import { as } from "../fixtures/default-responses.ts";
import { accounts, ann, daysFromNow, long, picture, signedIn } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, notFresh, offline, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const field = (name: string, type: "string" | "number" | "boolean" | "date") => ({ name, type, required: false });
const fields = [
  field("company", "string"),
  field("teamSize", "number"),
  field("birthday", "date"),
  field("newsletter", "boolean"),
];
const offers = (changes: object): MockResponses => ({
  "/capabilities": ok({ ...capabilities, plugins: { username: { min: 3, max: 30 } }, ...changes }),
});
const everything = offers({ signUp: { ...capabilities.signUp, fields } });
const state = (changes: object): MockResponses => ({
  "/account-state": ok({ hasPassword: true, pendingEmail: null, soleOwnerOf: [], ...changes }),
});
const unverified = as({ ...ann, emailVerified: false });
const edit = (label: string): string => fill(en.editField, { name: label });
const change = `${en.changeEmail.change} (${en.email})`;
const changePassword = `${en.changePassword.change} (${en.password})`;

const whole = { element: <Account />, responses: everything, wide: true };
const pages: readonly State[] = [
  { ...whole, name: "filled", expectedText: en.profile.subtitle },
  { ...whole, name: "security", search: "#security", expectedText: en.changePassword.change },
  { ...whole, name: "connections", search: "#connections", expectedText: en.linkedAccounts.notConnected },
  { ...whole, name: "danger", search: "#danger", expectedText: en.deleteAccount.subtitle },
  {
    ...whole,
    name: "long",
    responses: {
      ...everything,
      ...as({ ...long, emailVerified: false, username: "wolfe.schlegelsteinhausenbergerdorff" }),
    },
    expectedText: long.name,
  },
  {
    ...whole,
    name: "little",
    responses: offers({
      signIn: { ...capabilities.signIn, providers: [] },
      account: { delete: "off", link: false, unlinkLast: false },
      email: { verification: false, required: false, change: "off" },
      password: null,
      plugins: {},
    }),
    expectedText: en.profile.subtitle,
  },
  { ...whole, name: "loading", responses: { "/get-session": pending }, expectedText: en.loading },
  {
    ...whole,
    name: "loading-section",
    search: "#danger",
    responses: { "/capabilities": pending },
    expectedText: en.account.title,
  },
];

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
    responses: { ...everything, ...state({ pendingEmail: { email: "anna@example.com", expiresAt: daysFromNow(1) } }) },
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
    name: "email-same",
    responses: { ...everything, "/change-email": errorResponse(400, "EMAIL_IS_THE_SAME") },
    play: changeEmail,
    expectedText: en.errors.EMAIL_IS_THE_SAME as string,
  },
  ...submittingStates({ ...profile, play: saveName }, "/update-user", "(busy)"),
];

const security = { element: <AccountSecurity />, responses: everything };
const openPassword = ({ click }: UserActions): Promise<void> => click("button", changePassword);
const renew = async (hand: UserActions): Promise<void> => {
  await openPassword(hand);
  await hand.type(en.currentPassword, "correct horse battery");
  await hand.type(en.newPassword, "battery staple horse");
  await hand.click("button", en.changePassword.submit);
};
const noPassword = { ...everything, ...state({ hasPassword: false }) };
const setPassword = `${en.changePassword.set} (${en.password})`;
const securities: readonly State[] = [
  { ...security, name: "filled", expectedText: en.changePassword.change },
  { ...security, name: "password", play: openPassword, expectedText: en.changePassword.signOutOthers },
  {
    ...security,
    name: "password-short",
    play: async (hand) => {
      await openPassword(hand);
      await hand.type(en.newPassword, "horse");
    },
    expectedText: "3 more characters needed.",
  },
  {
    ...security,
    name: "password-refused",
    responses: { ...everything, "/change-password": errorResponse(400, "INVALID_PASSWORD") },
    play: renew,
    expectedText: en.errors.INVALID_PASSWORD as string,
  },
  { ...security, name: "password-changed", play: renew, expectedText: en.changePassword.doneEverywhere },
  { ...security, name: "no-password", responses: noPassword, expectedText: en.changePassword.none },
  {
    ...security,
    name: "set-password",
    responses: noPassword,
    play: ({ click }) => click("button", setPassword),
    expectedText: en.changePassword.setTitle,
  },
  {
    ...security,
    name: "password-link-sent",
    responses: noPassword,
    play: async ({ click }) => {
      await click("button", setPassword);
      await click("button", en.changePassword.setSubmit);
    },
    expectedText: fill(en.changePassword.setSent, { email: ann.email }),
  },
  {
    ...security,
    name: "passwords-off",
    responses: offers({ password: null }),
    expectedText: en.security.subtitle,
  },
  ...submittingStates({ ...security, play: renew }, "/change-password", "(busy)"),
];

const linked = { element: <AccountConnections />, responses: everything };
const github = accounts.slice(1);
const askDisconnect = ({ click }: UserActions): Promise<void> =>
  click("button", fill(en.linkedAccounts.disconnectLabel, { provider: "GitHub" }));
const disconnect = async (hand: UserActions): Promise<void> => {
  await askDisconnect(hand);
  await hand.click("button", en.linkedAccounts.disconnect);
};
const links: readonly State[] = [
  { ...linked, name: "filled", expectedText: en.linkedAccounts.notConnected },
  {
    ...linked,
    name: "last",
    responses: { ...everything, "/list-accounts": ok(github) },
    expectedText: en.linkedAccounts.last,
  },
  {
    ...linked,
    name: "question",
    play: askDisconnect,
    expectedText: fill(en.linkedAccounts.disconnectTitle, { provider: "GitHub" }),
  },
  {
    ...linked,
    name: "leaving",
    responses: { ...everything, "/link-social": pending },
    play: ({ click }) => click("button", fill(en.linkedAccounts.connectLabel, { provider: "Google" })),
    expectedText: "(busy)",
  },
  {
    ...linked,
    name: "refused",
    responses: { ...everything, "/unlink-account": errorResponse(400, "FAILED_TO_UNLINK_LAST_ACCOUNT") },
    play: disconnect,
    expectedText: en.errors.FAILED_TO_UNLINK_LAST_ACCOUNT as string,
  },
  {
    ...linked,
    name: "back-refused",
    search: "?error=email_does_not_match",
    expectedText: en.social.errors.email_does_not_match as string,
  },
  ...loadingStates(linked, "/list-accounts", en.loading),
];

const danger = { element: <AccountDanger />, responses: everything };
const ask = ({ click }: UserActions): Promise<void> => click("button", en.deleteAccount.open);
const confirmEnd = async (hand: UserActions): Promise<void> => {
  await ask(hand);
  await hand.type(en.password, "correct horse battery");
  await hand.type(fill(en.deleteAccount.typeEmail, { email: ann.email }), ann.email);
  await hand.click("button", en.deleteAccount.submit);
};
const byMail = offers({ account: { ...capabilities.account, delete: "email" } });
const ends: readonly State[] = [
  { ...danger, name: "resting", expectedText: en.deleteAccount.subtitle },
  { ...danger, name: "question", play: ask, expectedText: en.deleteAccount.dialogTitle },
  {
    ...danger,
    name: "question-long",
    responses: { ...everything, ...as(long) },
    play: ask,
    expectedText: fill(en.deleteAccount.typeEmail, { email: long.email }),
  },
  {
    ...danger,
    name: "no-password",
    responses: noPassword,
    play: ask,
    expectedText: en.deleteAccount.dialogTitle,
  },
  {
    ...danger,
    name: "refused",
    responses: { ...everything, "/delete-user": errorResponse(400, "INVALID_PASSWORD") },
    play: confirmEnd,
    expectedText: en.errors.INVALID_PASSWORD as string,
  },
  {
    ...danger,
    name: "mail-question",
    responses: byMail,
    play: ask,
    expectedText: fill(en.deleteAccount.mailText, { email: ann.email }),
  },
  {
    ...danger,
    name: "mailed",
    responses: byMail,
    play: async (hand) => {
      await ask(hand);
      await hand.click("button", en.deleteAccount.mailSubmit);
    },
    expectedText: fill(en.deleteAccount.mailed, { email: ann.email }),
  },
  {
    ...danger,
    name: "sole-owner",
    responses: {
      ...everything,
      ...state({
        soleOwnerOf: [
          { id: "o-acme", name: "Acme" },
          { id: "o-long", name: long.name },
        ],
      }),
    },
    expectedText: en.deleteAccount.soleOwner,
  },
  ...submittingStates({ ...danger, play: confirmEnd }, "/delete-user", "(busy)"),
];

const button = { element: <UserButton /> };
const open = ({ click }: UserActions): Promise<void> => click("button", "Account menu");
const buttons: readonly State[] = [
  { ...button, name: "closed", expectedText: "Account menu" },
  {
    ...button,
    name: "picture",
    responses: { "/get-session": ok(signedIn({ ...ann, image: picture })) },
    expectedText: "Account menu",
  },
  { ...button, name: "open", play: open, expectedText: adminEn.menu },
  { ...button, name: "long", responses: as(long), play: open, expectedText: long.email },
  {
    ...button,
    name: "offline",
    responses: { "/sign-out": offline },
    play: async (hand) => {
      await open(hand);
      await hand.click("menuitem", "Sign out");
    },
    expectedText: en.errors.NETWORK_ERROR ?? "",
  },
];

const proof = async (hand: UserActions): Promise<void> => {
  await changeEmail(hand);
  await hand.type(en.password, "not the password");
  await hand.click("button", en.proof.submit);
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

const groups: readonly State[] = [
  {
    name: "in-a-section",
    element: (
      <Section title={en.security.title}>
        <RowsGroup title={en.password} text={en.changePassword.text}>
          <Rows>
            <Row label={en.password} value={en.account.notSet} />
          </Rows>
        </RowsGroup>
      </Section>
    ),
    expectedText: en.changePassword.text,
  },
];

export const account: Gallery = {
  Account: pages,
  AccountProfile: profiles,
  AccountSecurity: securities,
  AccountConnections: links,
  AccountDanger: ends,
  UserButton: buttons,
  ProofDialog: proofs,
  RowsGroup: groups,
};
