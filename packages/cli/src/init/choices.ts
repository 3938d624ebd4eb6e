/** What `latchkey init` is to set up: by flags, and by what the app is. */

import { type Flags, textFlag } from "../command.ts";
import { pathOf } from "../database/open.ts";
import { pluginIds } from "../plugins.ts";
import type { Environment } from "../project/environment.ts";
import { type Framework, frameworks, isEmpty, type Project } from "../project/project.ts";
import { serverIn } from "../project/target.ts";
import type { Person } from "../terminal.ts";

/** A database by the driver that reaches it. */
export type DatabaseKind = "sqlite" | "postgres" | "mysql";

/** Everything that decides what is written. */
export interface Choices {
  readonly project: Project;
  readonly framework: Framework;
  /** A new app in an empty folder, not a part of one that is there. */
  readonly isNew: boolean;
  readonly database: DatabaseKind;
  /** A SQLite file, or the address that the environment file is to have; `null`: somebody has to put one there. */
  readonly databaseAddress: string | null;
  readonly plugins: readonly string[];
  /** Screens of `@latchkey/ui`. */
  readonly screens: boolean;
}

/**
 * @param person who is asked about screens; `null`: they are written where there is React
 * @throws {Error} a flag whose value is not known
 */
export async function readChoices(
  flags: Flags,
  project: Project,
  environment: Environment,
  person: Person | null,
): Promise<Choices> {
  const framework = oneOf("framework", textFlag(flags, "framework"), frameworks) ?? project.framework;
  const address = textFlag(flags, "database") ?? serverIn(environment);
  const react = (project.react || framework === "next") && flags["no-screens"] !== true;
  return {
    project,
    framework,
    isNew: project.manifest === null && isEmpty(project),
    ...databaseOf(address),
    plugins: pluginsOf(textFlag(flags, "plugins")),
    screens: react && (person === null || (await person.confirm("Sign-in screens of @latchkey/ui?"))),
  };
}

function databaseOf(address: string | undefined): Pick<Choices, "database" | "databaseAddress"> {
  if (address === undefined) return { database: "sqlite", databaseAddress: "app.db" };
  if (address === "postgres" || address === "mysql") return { database: address, databaseAddress: null };
  if (/^postgres(?:ql)?:/.test(address)) return { database: "postgres", databaseAddress: address };
  if (/^(?:mysql|mariadb):/.test(address)) return { database: "mysql", databaseAddress: address };
  return { database: "sqlite", databaseAddress: address === "sqlite" ? "app.db" : pathOf(address) };
}

function pluginsOf(list: string | undefined): string[] {
  const ids = (list ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter(Boolean);
  for (const id of ids) oneOf("plugins", id, pluginIds);
  return [...new Set(ids)];
}

function oneOf<T extends string>(flag: string, value: string | undefined, known: readonly T[]): T | undefined {
  if (value === undefined || known.includes(value as T)) return value as T | undefined;
  throw new Error(`--${flag} has ${value}: give ${known.join(", ")}.`);
}
