/** `latchkey audit verify`: compares the audit log with its signed checkpoints. */

import { createAuth } from "@latchkey/core";
import { type AuditProblem, events, type VerifyAuditInput, type VerifyAuditResult } from "@latchkey/events";
import { jwt } from "@latchkey/jwt";
import { sqlAdapter } from "@latchkey/sql";
import { type Command, type Flags, textFlag } from "../command.ts";
import { openDatabase } from "../database/open.ts";
import { pluralize } from "../doctor/finding.ts";
import { readTables } from "../doctor/sql.ts";
import { keyOptions } from "../keys/command.ts";
import { databaseOf, readTarget, targetHelp, targetOptions } from "../project/target.ts";
import { makeSecret } from "../secret.ts";
import type { Terminal } from "../terminal.ts";

export const verifyAuditCommand: Command = {
  summary: "Verify the audit log",
  help: `latchkey audit verify [--head=HEAD] [--organization ID] [--from DATE] [--to DATE] [--json]

Compares the audit log with the checkpoints that the app signed, and prints what was changed, removed, or added. It only
reads, and doesn't need the app's secret.

  --head          the head that an earlier run printed, to detect checkpoints that were replaced since then
  --organization  only this organization's entries
  --from, --to    only checkpoints in this time range, such as 2026-01-31
  --json          prints the result as JSON
${targetHelp}

The exit code is 1 if something differs, or if there are no checkpoints.`,
  options: {
    ...targetOptions,
    head: { type: "string" },
    organization: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    json: { type: "boolean" },
  },
  async run(flags, terminal) {
    const result = await verify(flags, terminal);
    if (flags.json === true) terminal.out(JSON.stringify(result, null, 2));
    else print(terminal, result);
    return result.problems.length === 0 && result.head !== null ? 0 : 1;
  },
};

async function verify(flags: Flags, terminal: Terminal): Promise<VerifyAuditResult> {
  const input: VerifyAuditInput = {
    head: textFlag(flags, "head"),
    organizationId: textFlag(flags, "organization"),
    from: dateFlag(flags, "from"),
    to: dateFlag(flags, "to"),
  };
  const target = readTarget(terminal, {
    auth: textFlag(flags, "auth"),
    plugins: textFlag(flags, "plugins"),
    database: textFlag(flags, "database"),
  });
  const database = await openDatabase(databaseOf(target), { folder: terminal.folder, readOnly: true });
  try {
    if (!(await readTables(database)).has("auditCheckpoint", "root")) {
      throw new Error(
        'The auditCheckpoint table is missing. Add events({ checkpoints: true }) to the plugins, then run "npx @latchkey/cli migrate".',
      );
    }
    const auth = createAuth({
      baseURL: "http://localhost",
      // Signatures are verified with the public keys, so the app's secret isn't needed.
      secret: makeSecret(),
      logger: { disabled: true },
      database: sqlAdapter(database.source),
      plugins: [jwt(keyOptions(target)), events({ checkpoints: true })],
    });
    return await auth.api.verifyAudit({ body: input });
  } finally {
    await database.close();
  }
}

/** @throws {Error} if it isn't a date */
function dateFlag(flags: Flags, name: string): Date | undefined {
  const text = textFlag(flags, name);
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new Error(`--${name} is "${text}". Use a date, such as 2026-01-31.`);
  return date;
}

const descriptions: Readonly<Record<AuditProblem["reason"], string>> = {
  removed: "entries were removed",
  added: "entries were added",
  changed: "an entry was changed",
  checkpoint: "a checkpoint is missing, was changed or replaced, or its key is no longer published",
};

function print(
  { out, paint }: Terminal,
  { checkpoints, entries, from, upTo, head, problems }: VerifyAuditResult,
): void {
  if (head === null) {
    out("There are no checkpoints. The app signs the first one when an hour with entries has ended.");
  } else if (from && upTo) {
    const range = `from ${from.toISOString()} up to ${upTo.toISOString()}`;
    out(`Compared ${pluralize(entries, "entry", "entries")} with ${pluralize(checkpoints, "checkpoint")}, ${range}.`);
  } else {
    out("There are no checkpoints in this time range.");
  }
  for (const { reason, organizationId, from: start, upTo: end } of problems) {
    const owner = organizationId === null ? "" : `organization ${organizationId}: `;
    out(
      `${paint("red", reason.padEnd(10))}  ${start.toISOString()} to ${end.toISOString()}  ${owner}${descriptions[reason]}`,
    );
  }
  if (problems.length === 0 && head !== null) out(paint("green", "Nothing was changed."));
  // A head can start with a hyphen, which only this form accepts.
  if (head !== null) out(`To detect replaced checkpoints, keep this elsewhere for the next run: --head=${head}`);
}
