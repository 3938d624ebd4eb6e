/** The response shapes for the plugin's calls. */

import {
  anything,
  boolean,
  date,
  either,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  type ShapesOf,
  text,
} from "@latchkey/core/shapes";
import type {
  ApiKey,
  ApiKeyList,
  KeyRejection,
  KeyVerification,
  NewApiKey,
  Principal,
  ReportResult,
  ServiceAccount,
} from "./call-types.ts";
import { verificationErrors } from "./errors.ts";

const keyShapes: ShapesOf<ApiKey> = {
  id: text,
  configId: text,
  name: nullable(text),
  start: nullable(text),
  prefix: nullable(text),
  referenceId: text,
  createdBy: nullable(text),
  enabled: boolean,
  expiresAt: nullable(date),
  rateLimitEnabled: boolean,
  rateLimitTimeWindow: nullable(number),
  rateLimitMax: nullable(number),
  requestCount: number,
  remaining: nullable(number),
  refillAmount: nullable(number),
  refillInterval: nullable(number),
  lastRefillAt: nullable(date),
  lastRequest: nullable(date),
  permissions: nullable(record(list(text))),
  metadata: nullable(record(anything)),
  graceUntil: nullable(date),
  createdAt: date,
  updatedAt: date,
};

/** A key. */
export const keyOutput: Shape<ApiKey> = object<ApiKey>(keyShapes);

/** A key with its secret. */
export const newKeyOutput: Shape<NewApiKey> = object<NewApiKey>({ ...keyShapes, key: text });

/** Response from `/api-key/list`. */
export const keyListOutput: Shape<ApiKeyList> = object<ApiKeyList>({
  apiKeys: list(keyOutput),
  total: number,
  limit: number,
  offset: number,
});

const codes = Object.keys(verificationErrors) as (keyof typeof verificationErrors)[];

/** Response from `auth.api.verifyApiKey`. */
export const verificationOutput: Shape<KeyVerification> = either(
  object<Extract<KeyVerification, { readonly valid: true }>>({
    valid: literal(true),
    error: literal(null),
    key: keyOutput,
  }),
  object<Extract<KeyVerification, { readonly valid: false }>>({
    valid: literal(false),
    error: object<KeyRejection>({
      code: oneOf(...codes),
      message: text,
      details: optional(object({ tryAgainIn: number })),
    }),
    key: literal(null),
  }),
);

/** Response from `auth.api.getPrincipal`. */
export const principalOutput: Shape<Principal | null> = nullable(
  object<Principal>({
    kind: oneOf("user", "organization", "service"),
    id: text,
    organizationId: optional(text),
    permissions: nullable(record(list(text))),
  }),
);

/** A service account. */
export const serviceAccountOutput: Shape<ServiceAccount> = object<ServiceAccount>({
  id: text,
  organizationId: text,
  name: text,
  role: text,
  disabled: boolean,
  createdBy: nullable(text),
  createdAt: date,
  updatedAt: date,
});

/** Response from `/service-account/list`. */
export const serviceAccountsOutput: Shape<readonly ServiceAccount[]> = list(serviceAccountOutput);

/** Response from `/api-key/leaked`. */
export const reportOutput: Shape<readonly ReportResult[]> = list(
  object<ReportResult>({ token_raw: text, token_type: text, label: oneOf("true_positive", "false_positive") }),
);
