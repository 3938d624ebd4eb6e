/** The endpoint `/phone-number/verify`, which signs in, signs up, or adds a number to the caller's account. */

import { UniqueViolation } from "@latchkey/core/database";
import {
  type ActiveSession,
  type CreatedSession,
  createOrUpgradeUser,
  createSession,
  defineEndpoint,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  fieldErrors,
  guestErrors,
  impersonationErrors,
  input,
  isGuest,
  knownBrowserId,
  newUserRow,
  presentUser,
  type RequestContext,
  readSession,
  readUserInput,
  rememberBrowser,
  StaleUserError,
  type UserRow,
} from "@latchkey/core/plugin";
import { literal, model, nullable, object, text } from "@latchkey/core/shapes";
import { addNumber, proveSession } from "./attach.ts";
import { checkCode, codeErrors, type PhoneProof } from "./codes.ts";
import type { PhoneNumberCalls, VerifyPhoneNumberInput, VerifyPhoneNumberResponse } from "./contract.ts";
import { phoneNumberErrors } from "./errors.ts";
import { type PhoneNumber, requirePhoneNumber } from "./numbers.ts";
import { type PhoneNumberSettings, placeholderDomain } from "./options.ts";
import { phoneProofs } from "./recovery.ts";
import type { UserWithPhone } from "./tables.ts";
import { findUserByPhone, hasVerifiedMailbox } from "./texts.ts";

const { INVALID_PHONE_NUMBER, PHONE_NUMBER_EXIST, VERIFIED_EMAIL_REQUIRED, SESSION_NOT_FRESH } = phoneNumberErrors;
const { FAILED_TO_CREATE_USER } = emailPasswordErrors;

/** Verifies a code that this browser or session requested. */
export function verifyPhoneNumber(settings: PhoneNumberSettings): EndpointOf<PhoneNumberCalls["verifyPhoneNumber"]> {
  return defineEndpoint({
    method: "POST",
    path: "/phone-number/verify",
    summary: "Verify a phone number",
    isSensitive: ({ updatePhoneNumber }) => updatePhoneNumber === true,
    changes: ["session"],
    // Other keys are fields of a new user.
    input: input.openObject({
      phoneNumber: input.rawText({ max: 256 }),
      code: input.rawText({ max: 64 }),
      disableSession: input.optional(input.flag),
      updatePhoneNumber: input.optional(input.flag),
      rememberMe: input.optional(input.flag),
    }),
    output: object({ status: literal(true), token: nullable(text), user: nullable(model("user")) }),
    stages: ["signUp", "signIn"],
    errors: {
      ...codeErrors,
      ...fieldErrors,
      ...guestErrors,
      ...impersonationErrors,
      INVALID_PHONE_NUMBER,
      PHONE_NUMBER_EXIST,
      VERIFIED_EMAIL_REQUIRED,
      SESSION_NOT_FRESH,
      FAILED_TO_CREATE_USER,
    },
    queryBudget: 12,
    rateLimit: { window: 60, max: 10 },
    originCheck: "always",
    async handle(body, context) {
      const phone = requirePhoneNumber(body.phoneNumber, settings);
      const active = await readSession(context);
      const isKnown = active !== null && !isGuest(context, active.user);
      // Check this before the code, so that a request that can't succeed doesn't use up an attempt.
      if (body.updatePhoneNumber === true) {
        return addNumber(context, phone, active, () => checkCode(context, settings, "verify", phone, body.code));
      }
      const newUser = settings.signUp && (await readNewUser(context, settings, phone, body));
      const proof = await checkCode(context, settings, "verify", phone, body.code);
      const step = { context, settings, phone, proof, newUser, body, active: isKnown ? active : null };
      return withRetry(step);
    },
  });
}

interface Step {
  readonly context: RequestContext;
  readonly settings: PhoneNumberSettings;
  readonly phone: PhoneNumber;
  readonly proof: PhoneProof;
  /** The row of a new user, or `null` if sign-up is off. */
  readonly newUser: UserRow | null;
  readonly body: VerifyPhoneNumberInput;
  /** The caller's session, unless it's a guest's. */
  readonly active: ActiveSession | null;
}

type Verified = VerifyPhoneNumberResponse<ReturnType<typeof presentUser>>;

/** Starts over once if the user changed, or signed up in another request, while the code was being checked. */
async function withRetry(step: Step): Promise<Verified> {
  try {
    return await verify(step);
  } catch (error) {
    if (!(error instanceof StaleUserError) && !(error instanceof UniqueViolation)) throw error;
    try {
      return await verify(step);
    } catch (again) {
      if (!(again instanceof UniqueViolation) || again.table !== "user") throw again;
      return fail(emailPasswordErrors, "FAILED_TO_CREATE_USER", { cause: again });
    }
  }
}

async function verify(step: Step): Promise<Verified> {
  const { context, phone, active } = step;
  const found = await findUserByPhone(context, phone.number);
  if (!found) return signUp(step);
  // Add the proof to the current session, because a new session would start with fewer proofs.
  if (active?.user.id === found.id) return proveSession(context, phone, active, step.proof);
  return signIn(step, found);
}

async function signIn({ context, settings, phone, proof, body }: Step, found: UserWithPhone): Promise<Verified> {
  checkRecycled(context, settings, phone, found);
  if (body.disableSession === true) {
    await context.db.transaction((tx) => proof.consume(tx));
    // Don't return the user, because without a sign-in, no gate has asked for a second factor or checked for a ban.
    return { status: true, token: null, user: null };
  }
  const created = await context.db.transaction(async (tx) => {
    await proof.consume(tx);
    const newSession = { user: found, method: "phone-number", provenFactors: phoneProofs(phone.number) };
    return createSession(context, { ...newSession, rememberMe: body.rememberMe ?? true }, tx);
  });
  return toResponse(context, phone, created);
}

/**
 * Phone companies reassign numbers. If the account's owner has ever verified an email, a text alone is enough only in a
 * browser where someone has signed in with this number or the account's email before.
 */
function checkRecycled(
  context: RequestContext,
  { allowsVerifiedEmail }: PhoneNumberSettings,
  { number }: PhoneNumber,
  user: UserRow,
): void {
  if (allowsVerifiedEmail || !hasVerifiedMailbox(user)) return;
  const isKnown = knownBrowserId(context, number) ?? knownBrowserId(context, user.email);
  if (isKnown === null) fail(phoneNumberErrors, "VERIFIED_EMAIL_REQUIRED");
}

async function signUp({ context, phone, proof, newUser, body }: Step): Promise<Verified> {
  // Throw the same error as for a wrong code, because no text was sent if sign-up is off.
  if (!newUser) return fail(codeErrors, "INVALID_OTP");
  const isSignedIn = body.disableSession !== true;
  const done = await context.db.transaction(async (tx) => {
    await proof.consume(tx);
    const created = { user: newUser, account: null, method: "phone-number", isSignedIn };
    const user = await createOrUpgradeUser(tx, context, created);
    if (!isSignedIn) return user;
    const newSession = { user, method: "phone-number", provenFactors: phoneProofs(phone.number), isNewUser: true };
    return createSession(context, { ...newSession, rememberMe: body.rememberMe ?? true }, tx);
  });
  if (!("kind" in done)) return { status: true, token: null, user: presentUser(context, done) };
  return toResponse(context, phone, done);
}

async function readNewUser(
  context: RequestContext,
  { signUp }: PhoneNumberSettings,
  { number }: PhoneNumber,
  body: VerifyPhoneNumberInput,
): Promise<UserRow> {
  const { phoneNumber, ...given } = body as VerifyPhoneNumberInput & Readonly<Record<string, unknown>>;
  const name = signUp?.getTempName(number) ?? "";
  const fields = await readUserInput(context, given, "create", { core: { name } });
  const phoneFields = { phoneNumber: number, phoneNumberVerified: true };
  const row = newUserRow(context, { email: "", name, fields: { ...fields, ...phoneFields } });
  const email = signUp?.getTempEmail(number) || `${row.id}@${placeholderDomain}`;
  return { ...row, email: email.toLowerCase() };
}

function toResponse(context: RequestContext, { number }: PhoneNumber, created: CreatedSession): Verified {
  if (created.kind === "challenge") return created.response;
  rememberBrowser(context, number);
  return { status: true, token: created.token, user: presentUser(context, created.active.user) };
}
