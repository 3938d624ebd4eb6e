/** The response shapes for clients. */

import {
  boolean,
  date,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import type {
  AdminOAuthClient,
  NewOAuthClient,
  OAuthClient,
  OAuthClientPage,
  PublicClient,
  RegisteredOAuthClient,
} from "../call-types.ts";

const displayFields = {
  client_id: text,
  client_name: nullable(text),
  client_uri: nullable(text),
  logo_uri: nullable(text),
  contacts: nullable(list(text)),
  tos_uri: nullable(text),
  policy_uri: nullable(text),
};

const client = {
  ...displayFields,
  redirect_uris: list(text),
  token_endpoint_auth_method: text,
  grant_types: list(text),
  response_types: list(text),
  scope: text,
  post_logout_redirect_uris: list(text),
  backchannel_logout_uri: nullable(text),
  backchannel_logout_session_required: boolean,
  subject_type: text,
  dpop_bound_access_tokens: boolean,
  disabled: boolean,
  skip_consent: boolean,
  user_id: nullable(text),
  organization_id: nullable(text),
  client_id_issued_at: number,
  client_secret_expires_at: number,
};

const registration = {
  ...client,
  client_name: optional(text),
  client_uri: optional(text),
  logo_uri: optional(text),
  contacts: optional(list(text)),
  tos_uri: optional(text),
  policy_uri: optional(text),
  backchannel_logout_uri: optional(text),
  user_id: optional(text),
  organization_id: optional(text),
};

/** A client. */
export const clientOutput: Shape<OAuthClient> = object<OAuthClient>(client);

const adminClient = {
  ...client,
  origin: oneOf("app", "user", "organization", "registration", "document"),
  blocked: boolean,
  last_used_at: nullable(date),
};

/** A client, as site admins see it. */
export const adminClientOutput: Shape<AdminOAuthClient> = object<AdminOAuthClient>(adminClient);

/** A page of clients. */
export const clientPageOutput: Shape<OAuthClientPage> = object<OAuthClientPage>({
  clients: list(adminClientOutput),
  total: nullable(number),
  nextCursor: nullable(text),
});

/** A client that registered itself. */
export const registeredClientOutput: Shape<RegisteredOAuthClient> = object<RegisteredOAuthClient>({
  ...registration,
  client_secret: optional(text),
  registration_access_token: text,
  registration_client_uri: text,
});

/** A client with its secret. */
export const newClientOutput: Shape<NewOAuthClient> = object<NewOAuthClient>({
  ...client,
  client_secret: optional(text),
});

/** What users see of a client. */
export const publicClientOutput: Shape<PublicClient> = object<PublicClient>({
  ...displayFields,
  redirect_hosts: list(text),
  verified: boolean,
});
