/** `createAuth`: options in, everything decided once, handler and server-side calls out. */

import { createKeyring } from "../crypto/keys.ts";
import { randomBytes } from "../crypto/random.ts";
import type { Adapter, MigrationPlan } from "../database/adapter.ts";
import { withHooks } from "../database/hooks.ts";
import type { Schema } from "../database/schema.ts";
import { resolveDeleteUser } from "../features/account/options.ts";
import { accountFeature } from "../features/account/plugin.ts";
import { changeEmailLinks } from "../features/change-email/links.ts";
import { resolveChangeEmail } from "../features/change-email/options.ts";
import { changeEmailFeature } from "../features/change-email/plugin.ts";
import { resolveEmailPassword } from "../features/email-password/options.ts";
import { emailPasswordFeature } from "../features/email-password/plugin.ts";
import { resolveEmailVerification } from "../features/email-verification/options.ts";
import { emailVerificationFeature } from "../features/email-verification/plugin.ts";
import { pagesFeature } from "../features/pages/plugin.ts";
import { resolvePassword } from "../features/password/options.ts";
import { passwordFeature } from "../features/password/plugin.ts";
import { sessionFeature } from "../features/session/plugin.ts";
import { resolveSocial } from "../features/social/options.ts";
import { socialFeature } from "../features/social/plugin.ts";
import { upkeepFeature } from "../features/upkeep/plugin.ts";
import { hookDeliverer, hookKind, hookNotes } from "../outbox/hooks.ts";
import { createOutboxWaker } from "../outbox/waker.ts";
import type { AuthContext, Extensions } from "../plugin/context.ts";
import { type FieldOptions, modelFields } from "../plugin/fields.ts";
import { createLogger } from "../plugin/log.ts";
import type { Plugin } from "../plugin/plugin.ts";
import type { ModelFields } from "../plugin/settings.ts";
import { databaseCounter } from "../rate-limits/database.ts";
import { memoryCounter } from "../rate-limits/memory.ts";
import { sessionTable } from "../sessions/table.ts";
import { userTable } from "../users/table.ts";
import { createApi } from "./api.ts";
import type { Auth } from "./auth.ts";
import { type Compiled, compile, tableOf } from "./compile.ts";
import { createHandler } from "./handler.ts";
import { endpointHooks, tableHooks } from "./hooks.ts";
import type { AuthOptions } from "./options.ts";
import { passwordHasher } from "./passwords.ts";
import { isProduction, resolveSecrets, resolveSettings } from "./settings.ts";
import { sharedStorage } from "./shared-storage.ts";
import { substituted } from "./substitute.ts";
import { coreTables } from "./tables.ts";

/**
 * Makes an auth instance. Opens no connection and waits for nothing, so it can stand at the top of a module.
 *
 * @throws {Error} an option that is missing or makes no sense; the message names it and says what to give
 */
export function createAuth<
  const P extends readonly Plugin[] = readonly [],
  const UF extends FieldOptions = {},
  const SF extends FieldOptions = {},
>(given: AuthOptions<P, UF, SF>): Auth<P, UF, SF> {
  const options = substituted(given);
  if (typeof options?.database?.connect !== "function") {
    throw new Error("database is missing. Set it to an adapter, such as sqlAdapter(pool) or memoryAdapter().");
  }
  const log = createLogger(options.logger);
  const random = options.random ?? randomBytes;
  const compiled = compileAll(options);
  const settings = resolveSettings(options, fieldsOf(compiled, options));
  const keys = createKeyring(
    resolveSecrets(options, (message) => log.warn(message)),
    random,
  );

  const waker = createOutboxWaker(() => kernel);
  const note = hookNotes(() => kernel);
  const now = options.clock ?? (() => new Date());
  const shared = sharedStorage(options, settings, compiled.schema, { now, random, log });
  const db = withHooks(shared.around(options.database.connect(compiled.schema)), compiled.tableHooks, note);
  const kernel: AuthContext = Object.freeze({
    db,
    now,
    random,
    log,
    keys,
    passwords: passwordHasher(options.emailAndPassword?.password, random, log),
    fetch: options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init)),
    settings,
    extensions: withHookDelivery(compiled),
    wakeOutbox: waker.wake,
    counter:
      shared.counter ?? (settings.rateLimit.storage === "database" ? databaseCounter(db, random) : memoryCounter()),
    copies: shared.copies,
  });
  for (const plugin of options.plugins ?? []) plugin.init?.(kernel);

  const auth = {
    handler: createHandler(kernel, compiled.endpoints),
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
  const mended = statements.length === 0 ? "" : ` auth.migrate() would run: ${statements.join("; ")}.`;
  throw new Error(`The database does not have what this app needs.${["", ...problems].join(" ")}${mended}`);
}

function compileAll(options: AuthOptions): Compiled {
  return compile({
    plugins: [...features(options), ...(options.plugins ?? [])],
    tables: coreTables(options),
    hooks: endpointHooks(options.hooks),
    tableHooks: tableHooks(options.databaseHooks),
    disabledPaths: options.disabledPaths ?? [],
    limitedPaths: Object.keys(options.rateLimit?.customRules ?? {}),
  });
}

/** Core's own features, each a plugin like any other. */
function features(options: AuthOptions): Plugin[] {
  const emailPassword = resolveEmailPassword(options.emailAndPassword);
  const required = emailPassword.requireEmailVerification;
  const verification = resolveEmailVerification(options.emailVerification);
  const password = resolvePassword(options.emailAndPassword);
  const change = resolveChangeEmail(
    options.user?.changeEmail,
    verification.send,
    required || !emailPassword.autoSignIn,
  );
  return [
    sessionFeature(),
    emailPasswordFeature(emailPassword),
    emailVerificationFeature(verification, changeEmailLinks(change)),
    passwordFeature(password),
    changeEmailFeature(change, password.sendReset !== null),
    accountFeature(resolveDeleteUser(options.user?.deleteUser), options.user?.sendSecurityNotice),
    socialFeature(resolveSocial(options, isProduction())),
    pagesFeature(),
    upkeepFeature(),
  ];
}

function fieldsOf({ schema }: Compiled, options: AuthOptions): ModelFields {
  return {
    ...fieldsOfPlugins(schema, options.plugins ?? []),
    user: modelFields(tableOf(schema, "user"), Object.keys(userTable.columns), options.user?.additionalFields ?? {}),
    session: modelFields(
      tableOf(schema, "session"),
      Object.keys(sessionTable.columns),
      options.session?.additionalFields ?? {},
    ),
  };
}

function fieldsOfPlugins(schema: Schema, plugins: readonly Plugin[]): Record<string, ModelFields[string]> {
  const declared = plugins.flatMap(({ models = {}, tables = [] }) =>
    Object.entries(models).map(([name, fields]) => {
      const own = tables.find((table) => "name" in table && table.name === name)?.columns ?? {};
      return [name, modelFields(tableOf(schema, name), Object.keys(own), fields)] as const;
    }),
  );
  return Object.fromEntries(declared);
}

function withHookDelivery({ extensions, tableHooks: hooks }: Compiled): Extensions {
  return { ...extensions, outbox: { ...extensions.outbox, [hookKind]: hookDeliverer(hooks) } };
}
