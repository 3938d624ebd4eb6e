/** `/callback/:id`: where a provider sends people back to. RFC 6749, section 4.1.2. */

import { InsertFailed, UniqueViolation } from "../../database/errors.ts";
import { AuthError } from "../../http/errors.ts";
import { redirectResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import { StaleUserError } from "../../plugin/gate.ts";
import * as input from "../../plugin/input.ts";
import { buildRedirect, checkRedirect, type SafeURL } from "../../plugin/redirect.ts";
import { readSession } from "../../sessions/read.ts";
import { redirect } from "../../shapes/shape.ts";
import { admit } from "./admit.ts";
import { arriveByCode } from "./arrival.ts";
import type { Connection } from "./connection.ts";
import type { SocialCalls } from "./contract.ts";
import { SocialRefusal } from "./errors.ts";
import { linkAccount } from "./link.ts";
import type { SocialSettings } from "./options.ts";
import type { CallbackParameters } from "./provider.ts";
import { type Binding, takeState, type Wish } from "./state.ts";

/** Most characters of one parameter, and of all. Codes of some providers are long. */
const longest = 8_192;
const longestTogether = 16_384;

export function callback(settings: SocialSettings): EndpointOf<SocialCalls["callbackOAuth"]> {
  return defineEndpoint({
    method: ["GET", "POST"],
    path: "/callback/:id",
    summary: "Come back from a provider",
    // Anything: a browser shows the answer, so errors are in the URL and not JSON.
    input: input.openObject({}),
    output: redirect,
    // Recovering a user by the address. A person who is known costs five, a new one six.
    statements: 15,
    rateLimit: { window: 60, max: 60 },
    form: true,
    // A provider's own page posts here; the state says whose request it is.
    origin: "exempt",
    async handle({ id, ...given }, context) {
      const parameters = readParameters(given);
      if (!parameters) return refuse(context, null, "invalid_callback_request");
      // A cross-site POST comes without cookies: as a GET it brings them.
      if (context.request?.method === "POST") return again(context, String(id), parameters);
      const { state } = parameters;
      if (!state) return refuse(context, null, "state_not_found");
      const connection = settings.connections.get(String(id));
      if (!connection) return refuse(context, null, "oauth_provider_not_found");
      const wish = await takeState(context, connection.provider.id, state);
      if (!wish) return refuse(context, null, "please_restart_the_process");
      return finish(context, settings, connection, wish, parameters);
    },
  });
}

async function finish(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  wish: Wish & Binding,
  parameters: CallbackParameters,
): Promise<Response> {
  try {
    // Checked when it was stored; the app may trust other places by now.
    await recheck(context, wish);
    if (parameters.error) return await denied(context, wish, parameters);
    if (!parameters.code) throw new SocialRefusal("no_code");
    return wish.linkTo === null
      ? await signIn(context, settings, connection, wish, parameters)
      : await link(context, settings, connection, wish, parameters);
  } catch (error) {
    return refused(context, wish, error);
  }
}

async function signIn(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  wish: Wish & Binding,
  parameters: CallbackParameters,
): Promise<Response> {
  const arrival = await arriveByCode(context, connection, wish, parameters);
  const { requestSignUp } = wish;
  const { created, isNewUser } = await admit({ context, settings, connection, arrival, requestSignUp });
  const goTo = isNewUser ? (wish.newUserCallbackURL ?? wish.callbackURL) : wish.callbackURL;
  if (created.kind === "session") return redirectResponse(buildRedirect(context, goTo));
  return redirectResponse(buildRedirect(context, wish.callbackURL, { twoFactorRedirect: "true" }));
}

/** Only into the session that asked for it: anybody else's account would be opened to whoever comes back. */
async function link(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  wish: Wish & Binding,
  parameters: CallbackParameters,
): Promise<Response> {
  const active = await readSession(context, { cache: false, refresh: false });
  if (!active || active.user.id !== wish.linkTo) throw new SocialRefusal("unable_to_link_account");
  const arrival = await arriveByCode(context, connection, wish, parameters);
  await linkAccount(context, settings, connection, arrival, active);
  return redirectResponse(buildRedirect(context, wish.callbackURL));
}

async function recheck(context: RequestContext, wish: Wish): Promise<void> {
  try {
    await checkRedirect(context, "callbackURL", wish.callbackURL);
    if (wish.newUserCallbackURL) await checkRedirect(context, "newUserCallbackURL", wish.newUserCallbackURL);
  } catch (error) {
    throw new SocialRefusal("no_callback_url", error);
  }
}

/** The person said no, or the provider did: its own words, bounded. */
function denied(
  context: RequestContext,
  { errorCallbackURL }: Wish,
  { error = "", error_description }: CallbackParameters,
): Promise<Response> {
  const code = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(error) ? error : "unknown_error";
  return refuseChecked(context, errorCallbackURL, code, error_description?.slice(0, 300));
}

/** What went wrong as an address. Refusals of gates keep their code; what nobody foresaw is for the log. */
async function refused(context: RequestContext, wish: Wish, error: unknown): Promise<Response> {
  const { errorCallbackURL } = wish;
  const tell = (code: string, text?: string): Promise<Response> => refuseChecked(context, errorCallbackURL, code, text);
  if (error instanceof SocialRefusal) return tell(error.code);
  if (error instanceof AuthError && error.status < 500) {
    if (error.code !== "EMAIL_NOT_VERIFIED") return tell(error.code, error.message);
    if (error.details.address !== "missing") return tell("email_not_verified", error.message);
    return errorCallbackURL === null ? goToAddEmail(context, wish) : tell("email_required", error.message);
  }
  context.log.error("A sign-in by a provider failed", { endpoint: context.endpointId, error });
  if (error instanceof UniqueViolation) return tell("unable_to_create_user");
  if (error instanceof InsertFailed && error.table === "user") return tell("unable_to_create_user");
  return tell(
    error instanceof StaleUserError || error instanceof InsertFailed
      ? "unable_to_create_session"
      : "internal_server_error",
  );
}

/** The page of this server's own, for apps that show none. */
function goToAddEmail(context: RequestContext, { callbackURL }: Wish): Response {
  const path = `${context.settings.basePath}/add-email` as SafeURL;
  return redirectResponse(buildRedirect(context, path, { callbackURL }));
}

async function refuseChecked(
  context: RequestContext,
  goTo: SafeURL | null,
  code: string,
  text?: string,
): Promise<Response> {
  const stillSafe = goTo !== null && (await checkRedirect(context, "errorCallbackURL", goTo).catch(() => null));
  return refuse(context, stillSafe || null, code, text);
}

function refuse(context: RequestContext, goTo: SafeURL | null, code: string, text?: string): Response {
  const to = goTo ?? context.settings.errorURL;
  return redirectResponse(buildRedirect(context, to, { error: code, ...(text ? { error_description: text } : {}) }));
}

function again(context: RequestContext, id: string, parameters: CallbackParameters): Response {
  const path = `${context.settings.basePath}/callback/${encodeURIComponent(id)}` as SafeURL;
  return redirectResponse(buildRedirect(context, path, parameters));
}

/** The parameters that are text; `null` for what no provider sends. */
function readParameters(given: Readonly<Record<string, unknown>>): CallbackParameters | null {
  const parameters: Record<string, string> = {};
  let together = 0;
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string" || value.length > longest || !/^[\w.-]{1,64}$/.test(name)) return null;
    together += value.length;
    if (together > longestTogether) return null;
    parameters[name] = value;
  }
  return parameters;
}
