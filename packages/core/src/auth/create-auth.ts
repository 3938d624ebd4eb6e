/** Creates an auth instance from options. */

import { createKeyring } from "../crypto/keys.ts";
import { randomBytes } from "../crypto/random.ts";
import type { Adapter, MigrationPlan } from "../database/adapter.ts";
import { withHooks } from "../database/hooks.ts";
import type { Schema } from "../database/schema.ts";
import { resolveDeleteUser } from "../features/account/options.ts";
import { accountFeature } from "../features/account/plugin.ts";
import { capabilitiesFeature } from "../features/capabilities/plugin.ts";
import { changeEmailLinks } from "../features/change-email/links.ts";
import { resolveChangeEmail } from "../features/change-email/options.ts";
import { changeEmailFeature } from "../features/change-email/plugin.ts";
import { resolveEmailPassword } from "../features/email-password/options.ts";
import { emailPasswordFeature } from "../features/email-password/plugin.ts";
import { resolveEmailVerification } from "../features/email-verification/options.ts";
import { emailVerificationFeature } from "../features/email-verification/plugin.ts";
import { maintenanceFeature } from "../features/maintenance/plugin.ts";
import { pagesFeature } from "../features/pages/plugin.ts";
import { resolvePassword } from "../features/password/options.ts";
import { passwordFeature } from "../features/password/plugin.ts";
import { sessionFeature } from "../features/session/plugin.ts";
import { genericOAuthFeature } from "../features/social/generic-oauth.ts";
import { resolveSocial } from "../features/social/options.ts";
import { socialFeature } from "../features/social/plugin.ts";
import { providerSignOut } from "../features/social/provider-sign-out.ts";
import { BoundedCache } from "../kernel/bounded-cache.ts";
import type { AuthContext, Extensions } from "../kernel/context.ts";
import { createLogger } from "../kernel/log.ts";
import { checkOptionNames } from "../kernel/option-names.ts";
import { compileRowPresenters } from "../kernel/row-presenters.ts";
import type { VerifiedCopy } from "../kernel/session.ts";
import type { ModelFields } from "../kernel/settings.ts";
import { createHookEnqueuer, createHookHandler, hookKind } from "../outbox/hooks.ts";
import { createOutboxScheduler } from "../outbox/scheduler.ts";
import { type AdditionalFields, modelFields } from "../plugin/fields.ts";
import type { Plugin } from "../plugin/plugin.ts";
import { databaseCounter } from "../rate-limits/database.ts";
import { memoryCounter } from "../rate-limits/memory.ts";
import { sessionTable } from "../tables/session.ts";
import { userTable } from "../tables/user.ts";
import { createApi } from "./api.ts";
import type { Auth } from "./auth.ts";
import { buildCapabilities } from "./capabilities.ts";
import { type CompiledAuth, compile, tableOf } from "./compile.ts";
import { createHandlers } from "./handler.ts";
import { endpointHooks, tableHooks } from "./hooks.ts";
import { authOptionNames } from "./option-names.ts";
import type { AuthOptions } from "./options.ts";
import { passwordHasher } from "./passwords.ts";
import { setUpSecondaryStorage } from "./secondary-storage.ts";
import { checkStorage, isProduction, resolveSecrets, resolveSettings } from "./settings.ts";
import { applySubstitute } from "./substitute-options.ts";
import { coreTables } from "./tables.ts";

/**
 * Maximum total length of the cookies whose verified copies are cached, in characters. Enough for more than 10,000
 * sessions. When full, the cache takes about 35 MB.
 */
const maxVerifiedLength = 12_000_000;

/**
 * Creates an auth instance. Doesn't open a connection or wait for anything, so you can call it at the top level of a
 * module.
 *
 * @throws {Error} if an option is missing or invalid. The message names it and says how to fix it.
 */
export function createAuth<
  const P extends readonly Plugin[] = readonly [],
  const UF extends AdditionalFields = {},
  const SF extends AdditionalFields = {},
>(given: AuthOptions<P, UF, SF>): Auth<P, UF, SF> {
  const options = applySubstitute(given);
  checkStorage(options ?? {});
  checkOptionNames("", options, authOptionNames);
  if (typeof options?.database?.connect !== "function") {
    throw new Error("database is missing. Set it to an adapter, such as sqlAdapter(pool) or memoryAdapter().");
  }
  const log = createLogger(options.logger);
  const random = options.random ?? randomBytes;
  const compiled = compileAll(options, () => kernel);
  const settings = resolveSettings(options, resolveFields(compiled, options), compiled.cookies);
  const keys = createKeyring(
    resolveSecrets(options, (message) => log.warn(message)),
    random,
  );

  const outboxScheduler = createOutboxScheduler(() => kernel);
  const enqueueHooks = createHookEnqueuer(() => kernel);
  const now = options.clock ?? (() => new Date());
  const database = options.database.connect(compiled.schema);
  const storage = setUpSecondaryStorage(options.secondaryStorage, database, settings, { now, log });
  const db = withHooks(storage.db, compiled.tableHooks, enqueueHooks);
  const kernel: AuthContext = Object.freeze({
    db,
    now,
    random,
    log,
    keys,
    passwords: passwordHasher(options.emailAndPassword?.password, random, log),
    fetch: options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init)),
    publicFetch: options.publicFetch ?? null,
    resolveTxt: options.resolveTxt ?? null,
    settings,
    extensions: withHookHandler(compiled),
    capabilities: buildCapabilities(compiled, settings, options.user?.additionalFields ?? {}),
    scheduleOutbox: outboxScheduler.schedule,
    counter:
      storage.counter ?? (settings.rateLimit.storage === "database" ? databaseCounter(db, random) : memoryCounter()),
    copies: storage.copies,
    presenters: compileRowPresenters(settings.fields),
    verifiedCopies: new BoundedCache<VerifiedCopy>(maxVerifiedLength),
    appCache: new Map(),
  });
  for (const plugin of compiled.plugins) plugin.init?.(kernel);

  const auth = {
    ...createHandlers(kernel, compiled.endpoints),
    api: createApi(kernel, compiled.endpoints),
    $context: kernel,
    migrate: (): Promise<MigrationPlan> =>
      kernel.db.migrations?.migrate() ?? Promise.resolve({ statements: [], problems: [] }),
    checkDatabase: () => checkDatabase(kernel.db),
    schema: compiled.schema,
  };
  return auth as unknown as Auth<P, UF, SF>;
}

async function checkDatabase({ migrations }: Adapter): Promise<void> {
  const { statements, problems } = (await migrations?.plan()) ?? { statements: [], problems: [] };
  if (statements.length === 0 && problems.length === 0) return;
  const migrationHint = statements.length === 0 ? "" : ` auth.migrate() would run: ${statements.join("; ")}.`;
  throw new Error(
    `The database lacks tables or columns that this app needs.${["", ...problems].join(" ")}${migrationHint}`,
  );
}

function compileAll(options: AuthOptions, getContext: () => AuthContext): CompiledAuth {
  const { plugins = [] } = options;
  if (!Array.isArray(plugins)) throw new Error("plugins isn't a list. Set it to a list such as [username()].");
  return compile({
    plugins: [...features(options), ...plugins],
    tables: coreTables(options),
    hooks: endpointHooks(options.hooks),
    tableHooks: tableHooks(options.databaseHooks),
    hookedTables: Object.keys(options.databaseHooks ?? {}),
    getContext,
    disabledPaths: options.disabledPaths ?? [],
    limitedPaths: Object.keys(options.rateLimit?.customRules ?? {}),
  });
}

/** Core's own features, each a plugin like any other. */
function features(options: AuthOptions): Plugin[] {
  const emailPassword = resolveEmailPassword(options.emailAndPassword);
  const required = emailPassword.requireEmailVerification;
  const verification = resolveEmailVerification(options.emailVerification);
  if (required && !verification.sendVerification) {
    throw new Error(
      "emailAndPassword.requireEmailVerification is true, but nothing sends the emails, so no one could sign in. Set emailVerification.sendVerificationEmail.",
    );
  }
  const password = resolvePassword(options.emailAndPassword);
  const change = resolveChangeEmail(
    options.user?.changeEmail,
    verification.sendVerification,
    required || !emailPassword.autoSignIn,
  );
  const social = resolveSocial(options, isProduction());
  return [
    sessionFeature(providerSignOut(social.flows)),
    emailPasswordFeature(emailPassword),
    emailVerificationFeature(verification, changeEmailLinks(change)),
    passwordFeature(password),
    changeEmailFeature(change, password.sendReset !== null),
    accountFeature(resolveDeleteUser(options.user?.deleteUser), options.user?.sendSecurityNotice),
    socialFeature(social),
    ...(options.genericOAuthPaths ? [genericOAuthFeature(social)] : []),
    pagesFeature(),
    capabilitiesFeature(),
    maintenanceFeature(),
  ];
}

function resolveFields({ schema }: CompiledAuth, options: AuthOptions): ModelFields {
  return {
    ...resolvePluginFields(schema, options.plugins ?? []),
    user: modelFields(tableOf(schema, "user"), Object.keys(userTable.columns), options.user?.additionalFields ?? {}),
    session: modelFields(
      tableOf(schema, "session"),
      Object.keys(sessionTable.columns),
      options.session?.additionalFields ?? {},
    ),
  };
}

function resolvePluginFields(schema: Schema, plugins: readonly Plugin[]): Record<string, ModelFields[string]> {
  const declared = plugins.flatMap(({ additionalFields = {}, tables = [] }) =>
    Object.entries(additionalFields).map(([name, fields]) => {
      const declaredColumns = tables.find((table) => "name" in table && table.name === name)?.columns ?? {};
      return [name, modelFields(tableOf(schema, name), Object.keys(declaredColumns), fields)] as const;
    }),
  );
  return Object.fromEntries(declared);
}

function withHookHandler({ extensions, tableHooks: hooks }: CompiledAuth): Extensions {
  return { ...extensions, outbox: { ...extensions.outbox, [hookKind]: createHookHandler(hooks) } };
}
