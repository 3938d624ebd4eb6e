/** The response shapes of the plugin's calls. */

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
import type { ApiKey, ApiKeyList, KeyRejection, KeyVerification, NewApiKey } from "./contract.ts";
import { verificationErrors } from "./errors.ts";

const keyShapes: ShapesOf<ApiKey> = {
  id: text,
  configId: text,
  name: nullable(text),
  start: nullable(text),
  prefix: nullable(text),
  referenceId: text,
  enabled: boolean,
  expiresAt: nullable(date),
  rateLimitEnabled: boolean,
  rateLimitTimeWindow: nullable(number),
  rateLimitMax: nullable(number),
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

/** Response of `/api-key/list`. */
export const keyListOutput: Shape<ApiKeyList> = object<ApiKeyList>({
  apiKeys: list(keyOutput),
  total: number,
  limit: number,
  offset: number,
});

const codes = Object.keys(verificationErrors) as (keyof typeof verificationErrors)[];

/** Response of `auth.api.verifyApiKey`. */
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
