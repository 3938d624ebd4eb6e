/** Assembles the API key plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { apiKeyAuditActions } from "./audit-actions.ts";
import type { ApiKeyCapabilities, ApiKeyTypes } from "./contract.ts";
import { describeKeySession, getPrincipal, readKeySession } from "./credential.ts";
import { roleHooks } from "./deleted-roles.ts";
import {
  createApiKey,
  deleteAllExpiredApiKeys,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  updateApiKey,
} from "./endpoints.ts";
import { apiKeyErrors } from "./errors.ts";
import { reportLeakedKeys } from "./leaks.ts";
import { type ApiKeyOptions, type KeyConfigs, resolveConfigs } from "./options.ts";
import { removeKeysOfDeprovisioned, removeUnverifiedKeys } from "./recovery.ts";
import { rotateApiKey } from "./rotate.ts";
import { serviceAccountEndpoints } from "./service-accounts.ts";
import { removeExpiredKeys } from "./store.ts";
import { apiKeyTables } from "./tables.ts";
import { verifyApiKey } from "./verify.ts";

/** The plugin that `apiKey` returns. */
export interface ApiKeyPlugin extends Plugin<ApiKeyTypes> {
  readonly id: "api-key";
}

/**
 * Adds API keys, which users create for their scripts and services. Your API checks them with
 * `auth.api.verifyApiKey`. Pass several configurations for several kinds of keys, such as those of users and of
 * organizations.
 *
 * @throws {Error} if an option is invalid
 */
export function apiKey(options: ApiKeyOptions | readonly ApiKeyOptions[] = {}): ApiKeyPlugin {
  const configs = resolveConfigs(options);
  const { shared, leakReports, hasSessions } = configs;
  return definePlugin<ApiKeyPlugin>({
    id: "api-key",
    tables: apiKeyTables(shared !== null),
    endpoints: {
      createApiKey: createApiKey(configs),
      getApiKey: getApiKey(configs),
      listApiKeys: listApiKeys(configs),
      updateApiKey: updateApiKey(configs),
      deleteApiKey: deleteApiKey(configs),
      rotateApiKey: rotateApiKey(configs),
      verifyApiKey: verifyApiKey(configs),
      deleteAllExpiredApiKeys,
      getPrincipal: getPrincipal(configs),
      ...endpointsIf(shared !== null, serviceAccountEndpoints),
      ...(leakReports
        ? { reportLeakedKeys: reportLeakedKeys(configs, leakReports) }
        : ({} as { reportLeakedKeys: ReturnType<typeof reportLeakedKeys> })),
    },
    errors: apiKeyErrors,
    auditActions: apiKeyAuditActions,
    ...(shared
      ? {
          uses: { organizationAccess: "organization() from @latchkey/organization" },
          tableHooks: roleHooks,
          conflictErrors: { "serviceAccount.organizationId,name": "NAME_TAKEN" },
        }
      : {}),
    ...(hasSessions
      ? {
          readCredential: (context) => readKeySession(context, configs),
          hooks: [{ on: ["getSession"], after: describeKeySession }],
        }
      : {}),
    maintenanceJobs: { removeExpiredApiKeys: ({ db, now }) => removeExpiredKeys(db, now()) },
    onReclaim: removeUnverifiedKeys,
    onAccessRevoked: removeKeysOfDeprovisioned,
    capabilities: (_, isCallable) => (isCallable("createApiKey") ? { plugin: describeApiKeys(configs) } : {}),
  });
}

/**
 * Returns the endpoints only if an option is on. The types can't know the options, so they always include the calls.
 */
function endpointsIf<E extends NonNullable<Plugin["endpoints"]>>(isOn: boolean, endpoints: E): E {
  return isOn ? endpoints : ({} as E);
}

function describeApiKeys({ first, shared }: KeyConfigs): ApiKeyCapabilities {
  const { name, expiration, maxKeys } = first;
  const { default: usual, min, max, serverOnly } = expiration;
  return {
    name,
    expiresIn: serverOnly ? null : { default: usual, min, max },
    maxKeys,
    organizations: shared !== null,
  };
}
