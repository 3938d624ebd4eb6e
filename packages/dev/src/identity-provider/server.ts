/** Handles HTTP requests to the identity provider. */

import type { IncomingMessage } from "node:http";
import type { OpenIdIssuer } from "./openid.ts";
import { choicePage, homePage, type IdentityPage, postPage, problemPage } from "./pages.ts";
import { type IdentityPerson, readPerson } from "./person.ts";
import { InvalidRequest, type SignInRequest } from "./request.ts";

/** An HTTP response. */
export interface IdentityReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The data that the server needs to respond. */
export interface IdentityParts {
  readonly issuer: string;
  readonly entityId: string;
  readonly metadata: string;
  readonly people: readonly IdentityPerson[];
  readonly openId: OpenIdIssuer;
  /** Reads a request from a path and query. `null` for other paths. */
  readonly readRequest: (target: string) => SignInRequest | null;
}

/** Handles a request. Rejects it unless the `Host` header is 127.0.0.1 or localhost. */
export async function respondTo(parts: IdentityParts, request: IncomingMessage, body: string): Promise<IdentityReply> {
  const { method, url: target = "/", headers } = request;
  const own = [parts.issuer, parts.issuer.replace("127.0.0.1", "localhost")];
  // Prevents DNS rebinding: a site could point its own domain at 127.0.0.1.
  if (!own.includes(`http://${headers.host}`)) return showPage(problemPage("Open this page at 127.0.0.1."), 403);
  try {
    if (method === "GET") return await respondToGet(parts, target);
    if (method !== "POST") return { status: 405, headers: { allow: "GET, POST" }, body: "" };
    const form = new URLSearchParams(body);
    if (target === "/token") {
      const { status, body: response } = await parts.openId.redeem(form, headers.authorization);
      return json(response, status);
    }
    if (target !== "/respond") return notFound();
    const isOwnPage = headers.origin !== undefined && own.includes(headers.origin);
    return isOwnPage ? await respondToChoice(parts, form) : showPage(problemPage("Another site sent this form."), 403);
  } catch (error) {
    if (error instanceof InvalidRequest) return showPage(problemPage(error.message), 400);
    throw error;
  }
}

async function respondToGet(parts: IdentityParts, target: string): Promise<IdentityReply> {
  const { issuer, entityId, metadata, people, openId } = parts;
  const { pathname } = new URL(target, issuer);
  if (pathname === "/") {
    return showPage(homePage({ "SAML metadata URL and entity ID": entityId, "OpenID Connect issuer": issuer }, people));
  }
  if (pathname === "/saml/metadata") {
    return { status: 200, headers: { "content-type": "application/samlmetadata+xml" }, body: metadata };
  }
  if (pathname === "/.well-known/openid-configuration") return json(openId.discovery);
  if (pathname === "/jwks") return json(await openId.jwks());
  const request = parts.readRequest(target);
  return request ? showPage(choicePage(request, people, target)) : notFound();
}

async function respondToChoice({ readRequest }: IdentityParts, form: URLSearchParams): Promise<IdentityReply> {
  const request = readRequest(form.get("request") ?? "");
  if (!request) return notFound();
  const person = form.has("cancel") ? null : readPerson(form);
  if (!person && !form.has("cancel")) throw new InvalidRequest("Enter an email.");
  const response = await request.respond(person);
  if (response.fields) return showPage(postPage(response));
  return { status: 303, headers: { location: response.url, "cache-control": "no-store" }, body: "" };
}

function notFound(): IdentityReply {
  return showPage(problemPage("There's no page at this address."), 404);
}

function showPage({ html, policy }: IdentityPage, status = 200): IdentityReply {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
  };
  return { status, headers, body: html };
}

function json(value: object, status = 200): IdentityReply {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(value) };
}
