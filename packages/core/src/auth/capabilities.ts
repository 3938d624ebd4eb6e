/** Combines what core and plugins offer into the response of `GET /capabilities`. */

import type {
  AccountCapabilities,
  Capabilities,
  CaptchaCapabilities,
  EmailCapabilities,
  PasswordCapabilities,
  SignInCapabilities,
  SignUpField,
  SignUpWay,
} from "../kernel/capabilities.ts";
import type { Settings } from "../kernel/settings.ts";
import type { AdditionalFields } from "../plugin/fields.ts";
import type { CompiledAuth } from "./compile.ts";

/**
 * Builds the capabilities once, when the app starts.
 * @param fields the app's own user fields
 */
export function buildCapabilities(
  { extensions: { endpoints, capabilities }, disabledPaths }: Pick<CompiledAuth, "extensions" | "disabledPaths">,
  settings: Settings,
  fields: AdditionalFields,
): Capabilities {
  const callableNames = new Set(
    Object.entries(endpoints).flatMap(([id, { path, serverOnly }]) => (serverOnly ? [] : [id, path])),
  );
  const isCallable = (idOrPath: string): boolean => callableNames.has(idOrPath);
  let signIn: SignInCapabilities = noSignIn;
  let password: Partial<PasswordCapabilities> = {};
  const { required } = settings.verification;
  let email: EmailCapabilities = {
    verification: false,
    required,
    change: "off",
    cancelChange: false,
    secondFactorConfirms: false,
  };
  let account: AccountCapabilities = { delete: "off", link: false, unlinkLast: false };
  let captcha: CaptchaCapabilities | null = null;
  const ways: SignUpWay[] = [];
  const plugins: Record<string, object> = {};
  for (const { id, read } of capabilities) {
    const part = read(settings, isCallable);
    signIn = { ...signIn, ...part.signIn };
    password = { ...password, ...part.password };
    email = { ...email, ...part.email };
    account = { ...account, ...part.account };
    captcha = part.captcha ?? captcha;
    ways.push(...(part.signUpWays ?? []));
    if (part.plugin) plugins[id] = part.plugin;
  }
  const { min, max } = password;
  const rules = { refusesOwnNames: false, checksBreaches: false, reset: false, change: false, ...password };
  return {
    version: 1,
    appName: settings.appName,
    signIn,
    signUp: { open: ways.length > 0, ways, fields: signUpFields(fields) },
    password: min === undefined || max === undefined ? null : { ...rules, min, max },
    email,
    account,
    session: { freshAge: settings.session.freshAge },
    captcha,
    disabledPaths,
    plugins,
  };
}

const noSignIn: SignInCapabilities = {
  password: false,
  username: false,
  magicLink: false,
  guest: false,
  sso: false,
  emailCode: null,
  phone: null,
  passkey: null,
  oneTap: null,
  providers: [],
};

const fieldTypes = { string: "string", text: "string", number: "number", boolean: "boolean", date: "date" } as const;

/** Skips fields with JSON values, because no form field can edit them. */
function signUpFields(fields: AdditionalFields): SignUpField[] {
  return Object.entries(fields).flatMap(([name, { type, input, required = false }]) =>
    input && type !== "json" ? [{ name, type: fieldTypes[type], required }] : [],
  );
}
