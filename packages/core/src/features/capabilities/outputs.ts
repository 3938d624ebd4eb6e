/** Response shapes of the calls that tell screens what to show. */

import type {
  AccountState,
  Capabilities,
  CaptchaCapabilities,
  PasskeyCapabilities,
  PasswordCapabilities,
  PendingEmail,
  PendingSignIn,
  ProviderCapabilities,
  SignInCapabilities,
  SignUpField,
} from "../../kernel/capabilities.ts";
import {
  anything,
  boolean,
  both,
  date,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  text,
} from "../../shapes/shape.ts";

const digits = nullable(object<{ readonly digits: number }>({ digits: number }));

const signIn: Shape<SignInCapabilities> = object<SignInCapabilities>({
  password: boolean,
  username: boolean,
  magicLink: boolean,
  guest: boolean,
  sso: boolean,
  emailCode: digits,
  phone: digits,
  passkey: nullable(
    object<PasskeyCapabilities>({
      autofill: boolean,
      signUp: boolean,
      secondFactor: oneOf("optional", "required", "disabled"),
    }),
  ),
  oneTap: nullable(object<{ readonly clientId: string }>({ clientId: text })),
  providers: list(object<ProviderCapabilities>({ id: text, name: nullable(text), signUp: boolean })),
});

const signUp: Shape<Capabilities["signUp"]> = object<Capabilities["signUp"]>({
  open: boolean,
  ways: list(oneOf("password", "magicLink", "emailCode", "passkey", "provider")),
  fields: list(
    object<SignUpField>({ name: text, type: oneOf("string", "number", "boolean", "date"), required: boolean }),
  ),
});

const password = object<PasswordCapabilities>({
  min: number,
  max: number,
  refusesOwnNames: boolean,
  checksBreaches: boolean,
  reset: boolean,
  change: boolean,
});

const captcha = object<CaptchaCapabilities>({ provider: text, siteKey: nullable(text), paths: list(text) });

/** The plugins' parts. Only the plugins know their keys. */
const plugins: Shape<LatchkeyCapabilities> = { kind: { record: anything } };

/** The response from `/capabilities`. */
export const capabilitiesOutput: Shape<Capabilities> = object<Capabilities>({
  version: literal(1),
  appName: text,
  signIn,
  signUp,
  password: nullable(password),
  email: object<Capabilities["email"]>({
    verification: boolean,
    required: boolean,
    change: oneOf("off", "immediate", "confirmOld", "verifyNew"),
    cancelChange: boolean,
    secondFactorConfirms: boolean,
  }),
  account: object<Capabilities["account"]>({
    delete: oneOf("off", "immediate", "email"),
    link: boolean,
    unlinkLast: boolean,
  }),
  session: object<Capabilities["session"]>({ freshAge: number }),
  captcha: nullable(captcha),
  disabledPaths: list(text),
  plugins,
});

/** The plugins' additions. Only the plugins know the keys. */
const pluginState: Shape<LatchkeyAccountState> = { kind: { record: anything } };

/** The response from `/account-state`. */
export const accountStateOutput: Shape<AccountState> = both(
  object<Pick<AccountState, "hasPassword" | "pendingEmail">>({
    hasPassword: boolean,
    pendingEmail: nullable(
      object<PendingEmail>({ email: text, expiresAt: date, confirmWith: nullable(literal("second-factor")) }),
    ),
  }),
  pluginState,
);

/** The response from `/pending-sign-in`. */
export const pendingSignInOutput: Shape<PendingSignIn | null> = nullable(
  object<PendingSignIn>({ methods: list(text), expiresAt: date, attemptsLeft: number }),
);
