/** Validates an app's plugins before they're compiled. */

import { suggestion } from "../kernel/suggest.ts";
import type { Plugin } from "../plugin/plugin.ts";

/**
 * @throws {Error} if a key is unknown, or an id is invalid or used twice. The message names it.
 */
export function checkPlugins(plugins: readonly Plugin[]): void {
  const ids = new Set<string>();
  for (const plugin of plugins) {
    checkIsPlugin(plugin);
    const { id } = plugin;
    if (!/^[a-z][a-z0-9-]*$/.test(id))
      throw new Error(`plugins: the ID "${id}" isn't valid. Use lowercase letters, digits, and dashes.`);
    if (ids.has(id)) throw new Error(`plugins: "${id}" occurs twice. Remove one of them.`);
    ids.add(id);
    rejectUnknownKeys(plugin);
  }
}

/** Catches `plugins: [username]`, which lacks the parentheses, and values such as `false` from a condition. */
function checkIsPlugin(plugin: unknown): void {
  if (typeof plugin === "object" && plugin !== null) return;
  if (typeof plugin === "function" && plugin.name === "")
    throw new Error("plugins contains a function instead of a plugin. Call it, as in plugin().");
  const given = typeof plugin === "function" ? `the function ${plugin.name}` : String(plugin);
  const hint = typeof plugin === "function" ? `Call it: ${plugin.name}().` : "Remove it from the list.";
  throw new Error(`plugins contains ${given}, which isn't a plugin. ${hint}`);
}

/**
 * A misspelled `gates` would let everyone in. TypeScript doesn't catch it, because `definePlugin` infers its argument.
 */
function rejectUnknownKeys(plugin: Plugin): void {
  const unknown = Object.keys(plugin).find((key) => !Object.hasOwn(knownKeys, key));
  if (unknown === undefined) return;
  const hint =
    suggestion(unknown, Object.keys(knownKeys)) || ` A plugin can have ${Object.keys(knownKeys).join(", ")}.`;
  throw new Error(`plugins: "${plugin.id}" has the unknown key "${unknown}".${hint}`);
}

const knownKeys: Readonly<Record<keyof Plugin, true>> = {
  id: true,
  tables: true,
  additionalFields: true,
  endpoints: true,
  apiName: true,
  errors: true,
  auditActions: true,
  onAudit: true,
  stageErrors: true,
  gates: true,
  challenge: true,
  hooks: true,
  tableHooks: true,
  impersonatorOf: true,
  userInput: true,
  conflictErrors: true,
  verifiesEmail: true,
  tokens: true,
  cookies: true,
  checkPassword: true,
  identifiers: true,
  signInIdentifiers: true,
  onReclaim: true,
  onMailboxVerified: true,
  checkAccountLink: true,
  onAccessRevoked: true,
  keepsPreviousSession: true,
  onSessionCreated: true,
  onSessionTokenChange: true,
  onSessionRead: true,
  isGuest: true,
  upgradeGuest: true,
  maintenanceJobs: true,
  removeSolelyOwned: true,
  outbox: true,
  provides: true,
  uses: true,
  capabilities: true,
  accountState: true,
  secondFactorMethods: true,
  signInMethods: true,
  enrolledFactors: true,
  allowsUnverifiedEmail: true,
  missingAdminPermissions: true,
  readCredential: true,
  checkCredential: true,
  checkEmailChange: true,
  passwordResetLink: true,
  observe: true,
  init: true,
  $types: true,
};
