/** The documents that describe the provider. RFC 8414; OpenID Connect Discovery 1.0. */

import {
  assuranceLevels,
  defineEndpoint,
  type EndpointOf,
  findService,
  getService,
  type RequestContext,
} from "@latchkey/core/plugin";
import type { Claims } from "./call-types.ts";
import { claimsOutput } from "./claims.ts";
import type { OAuthProviderCalls } from "./contract.ts";
import { issuerOf } from "./issuer.ts";
import { idTokenAlgorithm } from "./logout/notices.ts";
import type { ProviderSettings } from "./options.ts";
import { proofAlgorithms } from "./proof.ts";
import { deviceGrantType } from "./protocol.ts";

type MetadataEndpoint = EndpointOf<OAuthProviderCalls["getOpenIdConfig"]>;

const authMethods = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];
const assertionAlgorithms = ["ES256", "ES512", "EdDSA", "PS256", "RS256"];

function metadataOf(context: RequestContext, settings: ProviderSettings): Claims {
  const issuer = issuerOf(context);
  const signer = getService(context, "tokenSigner");
  const confidential = authMethods.filter((method) => method !== "none");
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    userinfo_endpoint: `${issuer}/oauth2/userinfo`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    end_session_endpoint: `${issuer}/oauth2/end-session`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    jwks_uri: "url" in signer.keySet ? signer.keySet.url : `${issuer}${signer.keySet.path}`,
    ...(settings.registration === "off" ? {} : { registration_endpoint: `${issuer}/oauth2/register` }),
    scopes_supported: settings.scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    ...deviceMetadata(context, issuer),
    token_endpoint_auth_methods_supported: authMethods,
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint_auth_methods_supported: confidential,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ["S256"],
    ...(settings.readsClientDocuments ? { client_id_metadata_document_supported: true } : {}),
    pushed_authorization_request_endpoint: `${issuer}/oauth2/par`,
    dpop_signing_alg_values_supported: proofAlgorithms,
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: ["none", "login", "consent", "select_account", "create"],
  };
}

function deviceMetadata(context: RequestContext, issuer: string): Claims {
  const types = ["authorization_code", "refresh_token", "client_credentials"];
  if (!findService(context, "deviceGrants")) return { grant_types_supported: types };
  return {
    grant_types_supported: [...types, deviceGrantType],
    device_authorization_endpoint: `${issuer}/device/code`,
  };
}

function openIdMetadataOf(context: RequestContext, settings: ProviderSettings): Claims {
  const { algorithms } = getService(context, "tokenSigner");
  return {
    ...metadataOf(context, settings),
    subject_types_supported: settings.pairwiseSecret === null ? ["public"] : ["public", "pairwise"],
    id_token_signing_alg_values_supported: [idTokenAlgorithm(algorithms)],
    claims_supported: [
      "sub",
      "iss",
      "aud",
      "exp",
      "iat",
      "auth_time",
      "acr",
      "amr",
      "sid",
      "nonce",
      "name",
      "given_name",
      "family_name",
      "picture",
      "updated_at",
      "email",
      "email_verified",
    ],
    acr_values_supported: assuranceLevels,
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** The endpoints for the documents. Each has two paths, one from each standard, because clients try both. */
export function metadataEndpoints(settings: ProviderSettings): {
  readonly getOpenIdConfig: MetadataEndpoint;
  readonly getOAuthServerConfig: MetadataEndpoint;
  readonly getOpenIdConfigAtRoot: MetadataEndpoint;
  readonly getOAuthServerConfigAtBase: MetadataEndpoint;
} {
  const openId = (context: RequestContext) => openIdMetadataOf(context, settings);
  const oauth = (context: RequestContext) => metadataOf(context, settings);
  const [openIdPath, oauthPath] = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];
  return {
    getOpenIdConfig: metadataEndpoint(openIdPath, false, openId),
    getOAuthServerConfig: metadataEndpoint(`${oauthPath}{basePath}`, true, oauth),
    getOpenIdConfigAtRoot: metadataEndpoint(`${openIdPath}{basePath}`, true, openId),
    getOAuthServerConfigAtBase: metadataEndpoint(oauthPath, false, oauth),
  };
}

function metadataEndpoint(path: string, atRoot: boolean, read: (context: RequestContext) => Claims): MetadataEndpoint {
  return defineEndpoint({
    method: "GET",
    path,
    atRoot,
    summary: "Get the provider's metadata",
    output: claimsOutput,
    cors: "any-origin",
    rateLimit: false,
    queryBudget: 0,
    handle(_, context) {
      context.reply.setSuccessHeader("cache-control", "public, max-age=300");
      return read(context);
    },
  });
}
