/** `latchkey doctor`: checks configuration, schema, and data for problems that would lock users out. */

import { AppLoadError } from "../app/load-app.ts";
import { checkBetterAuthTables } from "../better-auth/detect.ts";
import { type Command, type Flags, textFlag } from "../command.ts";
import { openDatabase } from "../database/open.ts";
import { checkSlugs } from "../organization/slugs.ts";
import { schemaOfTarget } from "../plugins.ts";
import { readProject } from "../project/project.ts";
import {
  loadTarget,
  readSource,
  readTarget,
  type Target,
  type TargetFlags,
  targetHelp,
  targetOptions,
} from "../project/target.ts";
import type { Terminal } from "../terminal.ts";
import { checkAccounts } from "./accounts.ts";
import { checkBilling } from "./billing.ts";
import { checkCertificates } from "./certificates.ts";
import { checkClock } from "./clock.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkDeliveries } from "./deliveries.ts";
import { checkDirectories } from "./directories.ts";
import { checkDomains } from "./domains.ts";
import { checkExposure } from "./exposure.ts";
import type { Finding } from "./finding.ts";
import { checkHashes } from "./hashes.ts";
import { checkKeys } from "./keys.ts";
import { checkPlugins } from "./plugins.ts";
import { printReport } from "./report.ts";
import { checkSchema } from "./schema.ts";
import { readTables } from "./sql.ts";
import { checkCheckpoints, checkWebhooks } from "./webhooks.ts";

export const doctorCommand: Command = {
  summary: "Check the database for problems",
  help: `latchkey doctor [--database URL] [--json] [--billing URL]

Checks the auth file, the schema, and the data without changing anything. Each finding says how to fix it.

${targetHelp}
  --billing         the app's URL. Sends its webhook endpoint a signed sample, which changes nothing
  --billing-secret  the webhook secret (default: from the auth file)
  --json            prints the findings as JSON: { findings: [{ id, severity, title, detail?, step }] }

The exit code is 1 if there's an error, which locks users out or is unsafe.`,
  options: {
    ...targetOptions,
    billing: { type: "string" },
    "billing-secret": { type: "string" },
    json: { type: "boolean" },
  },
  async run(flags, terminal) {
    const findings = await runChecks(flags, terminal);
    if (flags.json === true) terminal.out(JSON.stringify({ findings }, null, 2));
    else printReport(findings, terminal);
    return findings.some(({ severity }) => severity === "error") ? 1 : 0;
  },
};

async function runChecks(flags: Flags, terminal: Terminal): Promise<Finding[]> {
  const { folder } = terminal;
  const { target, findings } = await loadOrRead(terminal, {
    auth: textFlag(flags, "auth"),
    plugins: textFlag(flags, "plugins"),
    database: textFlag(flags, "database"),
  });
  const billing = textFlag(flags, "billing");
  return [
    ...findings,
    ...checkConfiguration(target, folder),
    ...checkExposure(folder),
    ...(await checkKeys(target)),
    ...(await checkDatabase(target, terminal)),
    ...(billing === undefined ? [] : await checkBilling(target, billing, textFlag(flags, "billing-secret"))),
  ];
}

/** Falls back to the source code, because an app that can't be loaded needs the checks most. */
async function loadOrRead(
  terminal: Terminal,
  flags: TargetFlags,
): Promise<{ readonly target: Target; readonly findings: readonly Finding[] }> {
  // The tables are only needed if there's a database.
  const source = readSource(terminal, flags);
  if (source.database === null) return { target: source, findings: [] };
  try {
    return { target: await loadTarget(terminal, flags), findings: [] };
  } catch (error) {
    if (!(error instanceof AppLoadError)) throw error;
    const target = readTarget(terminal, flags);
    return { target, findings: [appNotLoaded(target, error)] };
  }
}

function appNotLoaded({ authFile }: Target, { problem }: AppLoadError): Finding {
  return {
    id: "configuration.app-not-loaded",
    severity: "warning",
    title: `${authFile?.path} can't be loaded here, so only the tables of core and of official plugins were checked.`,
    detail: problem,
    step: "Fix this error, or run the command with the app's environment.",
  };
}

async function checkDatabase(target: Target, { folder }: Terminal): Promise<Finding[]> {
  if (target.database === null) return [databaseUnknown];
  const database = await openDatabase(target.database, { folder, readOnly: true });
  try {
    const tables = await readTables(database);
    const schema = await schemaOfTarget(target, tables);
    return [
      ...(await checkBetterAuthTables(tables, target)),
      ...(await checkSchema(database, schema, migrateStep(target), target)),
      ...(await checkAccounts(tables, target)),
      ...(await checkSlugs(tables, target)),
      ...(await checkHashes(tables, target, readProject(folder).manifest)),
      ...(await checkPlugins(tables, target)),
      ...(await checkDeliveries(tables)),
      ...(await checkCertificates(tables)),
      ...(await checkDomains(tables)),
      ...(await checkDirectories(tables)),
      ...(await checkWebhooks(tables)),
      ...(await checkCheckpoints(tables)),
      ...(await checkClock(database)),
    ];
  } finally {
    await database.close();
  }
}

const databaseUnknown: Finding = {
  id: "database.unknown",
  severity: "note",
  title: "Couldn't tell which database the app uses, so the schema and the data weren't checked.",
  step: "Pass --database with a SQLite file, postgres://…, or mysql://…",
};

/** The command that fixes the schema. It omits the database URL, which can contain a password. */
function migrateStep({ authFile, plugins }: Target): string {
  const given = authFile || plugins.length === 0 ? "" : ` --plugins ${plugins.join(",")}`;
  return `npx @latchkey/cli migrate${authFile?.database ? "" : " --database …"}${given}`;
}
