/** The input fields and the output shapes of resources. */

import { getService, type InputFields, input, type RequestContext } from "@latchkey/core/plugin";
import {
  anything,
  boolean,
  date,
  list,
  nullable,
  number,
  object,
  record,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import { failWith } from "../errors.ts";
import type { ProviderSettings } from "../options.ts";
import { reservedClaims } from "../reserved-claims.ts";
import { isSubset } from "../scopes.ts";
import { isResourceIdentifier, type ResourceSettings, resourceLifetimes } from "./options.ts";
import type { OAuthResourceRow } from "./tables.ts";
import type {
  OAuthResource,
  OAuthResourcePage,
  OAuthResourceWithClients,
  ResourceIdInput,
  ResourcePolicyInput,
} from "./types.ts";

const line = input.text({ min: 1, max: 255, pattern: /^[^\p{Cc}]*$/u, message: "must be one line" });
const word = input.text({ min: 1, max: 255 });
const { accessToken, refreshToken } = resourceLifetimes;

/** The fields that can be set. */
export const policyFields: InputFields<ResourcePolicyInput> = {
  name: input.optional(line),
  accessTokenTtl: input.optional(input.nullable(input.jsonInteger(accessToken))),
  refreshTokenTtl: input.optional(input.nullable(input.jsonInteger(refreshToken))),
  signingAlgorithm: input.optional(input.nullable(word)),
  allowedScopes: input.optional(input.nullable(input.list(word, { max: 100 }))),
  customClaims: input.optional(input.nullable(input.record(word, input.anything, { max: 20 }))),
  dpopBoundAccessTokensRequired: input.optional(input.boolean),
  disabled: input.optional(input.boolean),
  metadata: input.optional(input.nullable(input.record(word, input.anything, { max: 50 }))),
};

/** The field that identifies a resource. */
export const identifierField: InputFields<ResourceIdInput> = { identifier: input.text({ min: 1, max: 255 }) };

/** Maximum length of the claims as JSON, because every token contains them. */
const maxClaimsLength = 4096;

/**
 * Checks the rules that the input's shape can't express.
 * @throws {AuthError} `INVALID_OAUTH_RESOURCE` that names the problem
 */
export function checkPolicy(
  context: RequestContext,
  settings: ProviderSettings,
  { signingAlgorithm, allowedScopes, customClaims }: ResourcePolicyInput,
): void {
  const { algorithms } = getService(context, "tokenSigner");
  if (signingAlgorithm != null && !algorithms.includes(signingAlgorithm)) {
    failWith("INVALID_OAUTH_RESOURCE", `signingAlgorithm must be one of ${algorithms.join(", ")}`);
  }
  if (!isSubset(allowedScopes ?? [], settings.scopes)) {
    failWith("INVALID_OAUTH_RESOURCE", "allowedScopes has a scope that the app doesn't have");
  }
  const reserved = Object.keys(customClaims ?? {}).find((name) => reservedClaims.has(name));
  if (reserved !== undefined) failWith("INVALID_OAUTH_RESOURCE", `customClaims can't set ${reserved}`);
  if (JSON.stringify(customClaims ?? {}).length > maxClaimsLength) {
    failWith("INVALID_OAUTH_RESOURCE", `customClaims can have at most ${maxClaimsLength} characters as JSON`);
  }
}

/**
 * Checks a new resource's identifier.
 * @throws {AuthError} `INVALID_OAUTH_RESOURCE`, or `OAUTH_RESOURCE_ALREADY_EXISTS` if it's in the options
 */
export function checkIdentifier(settings: ProviderSettings, identifier: string): void {
  if (!isResourceIdentifier(identifier) || !/^[\x21-\x7e]+$/.test(identifier)) {
    failWith("INVALID_OAUTH_RESOURCE", "identifier must be an absolute URL without a fragment");
  }
  if (settings.resources.has(identifier)) failWith("OAUTH_RESOURCE_ALREADY_EXISTS");
}

const fields = {
  identifier: text,
  name: text,
  accessTokenTtl: nullable(number),
  refreshTokenTtl: nullable(number),
  signingAlgorithm: nullable(text),
  allowedScopes: nullable(list(text)),
  customClaims: nullable(record(anything)),
  dpopBoundAccessTokensRequired: boolean,
  disabled: boolean,
  policyVersion: number,
  metadata: nullable(record(anything)),
  createdAt: nullable(date),
  updatedAt: nullable(date),
};

/** A resource. */
export const resourceOutput: Shape<OAuthResource> = object<OAuthResource>(fields);

/** A resource with its clients. */
export const resourceWithClientsOutput: Shape<OAuthResourceWithClients> = object<OAuthResourceWithClients>({
  ...fields,
  clients: list(text),
});

/** A page of resources. */
export const resourcePageOutput: Shape<OAuthResourcePage> = object<OAuthResourcePage>({
  resources: list(resourceOutput),
  nextCursor: nullable(text),
});

/** Converts a resource from the table to the form that responses use. */
export function presentResource({ id: _id, ...row }: OAuthResourceRow): OAuthResource {
  return row;
}

/** Converts a resource from the options to the form that responses use. */
export function presentFixed(resource: ResourceSettings): OAuthResource {
  return {
    identifier: resource.identifier,
    name: resource.name ?? resource.identifier,
    accessTokenTtl: resource.accessTokenExpiresIn,
    refreshTokenTtl: resource.refreshTokenExpiresIn,
    signingAlgorithm: null,
    allowedScopes: resource.scopes,
    customClaims: null,
    dpopBoundAccessTokensRequired: resource.requiresProof,
    disabled: false,
    policyVersion: 0,
    metadata: null,
    createdAt: null,
    updatedAt: null,
  };
}
