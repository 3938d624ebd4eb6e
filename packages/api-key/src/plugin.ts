/** Assembles the API key plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import type { ApiKeyCapabilities, ApiKeyTypes } from "./contract.ts";
import {
  createApiKey,
  deleteAllExpiredApiKeys,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  updateApiKey,
} from "./endpoints.ts";
import { apiKeyErrors } from "./errors.ts";
import { type ApiKeyOptions, type ApiKeySettings, resolveApiKey } from "./options.ts";
import { removeUnverifiedKeys } from "./recovery.ts";
import { rotateApiKey } from "./rotate.ts";
import { apiKeyTable } from "./tables.ts";
import { verifyApiKey } from "./verify.ts";

/** The plugin that `apiKey` returns. */
export interface ApiKeyPlugin extends Plugin<ApiKeyTypes> {
  readonly id: "api-key";
}

/**
 * Adds API keys, which users create for their scripts and services. Your API checks them with
 * `auth.api.verifyApiKey`.
 *
 * @throws {Error} if an option is invalid
 */
export function apiKey(options: ApiKeyOptions = {}): ApiKeyPlugin {
  const settings = resolveApiKey(options);
  return definePlugin<ApiKeyPlugin>({
    id: "api-key",
    tables: [apiKeyTable],
    endpoints: {
      createApiKey: createApiKey(settings),
      getApiKey,
      listApiKeys,
      updateApiKey: updateApiKey(settings),
      deleteApiKey,
      rotateApiKey: rotateApiKey(settings),
      verifyApiKey,
      deleteAllExpiredApiKeys,
    },
    errors: apiKeyErrors,
    onReclaim: removeUnverifiedKeys,
    capabilities: (_, isCallable) => (isCallable("createApiKey") ? { plugin: describeApiKeys(settings) } : {}),
  });
}

function describeApiKeys({ name, expiration, maxKeys }: ApiKeySettings): ApiKeyCapabilities {
  const { default: usual, min, max, serverOnly } = expiration;
  return { name, expiresIn: serverOnly ? null : { default: usual, min, max }, maxKeys };
}
