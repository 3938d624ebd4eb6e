/** Decides what `latchkey init` sets up, from flags and the app's files. */

import { type Flags, textFlag } from "../command.ts";
import { pathOf } from "../database/open.ts";
import { pluginIds as pluginsWithTables } from "../plugins.ts";
import type { Environment } from "../project/environment.ts";
import { type Framework, frameworks, isEmpty, type Project, versionOf } from "../project/project.ts";
import { databaseServerUrl } from "../project/target.ts";
import type { Prompter, PromptOption } from "../prompter.ts";

/** A kind of database, named after its driver. */
export type DatabaseKind = "sqlite" | "postgres" | "mysql";

/** All decisions that affect the generated files. */
export interface Choices {
  readonly project: Project;
  readonly framework: Framework;
  /** Whether this is a new app in an empty folder. */
  readonly isNew: boolean;
  readonly database: DatabaseKind;
  /** A SQLite file, or the URL for the environment file. `null` if the user has to add one. */
  readonly databaseAddress: string | null;
  readonly plugins: readonly string[];
  /** Whether to add components from `@latchkey/ui`. */
  readonly screens: boolean;
}

/**
 * @param prompter asks for what the flags don't set. With `null`, no plugins are added, and pages are added if the app
 * uses React.
 * @param hasAuth whether the app has an auth file, which then determines the plugins
 * @throws {Error} if a flag has an unknown value, or the app's framework isn't supported
 */
export async function readChoices(
  flags: Flags,
  project: Project,
  environment: Environment,
  prompter: Prompter | null,
  hasAuth: boolean,
): Promise<Choices> {
  const named = oneOf("framework", textFlag(flags, "framework"), frameworks);
  if (named === undefined) rejectUnsupported(project);
  const framework = named ?? project.framework;
  const address = textFlag(flags, "database") ?? databaseServerUrl(environment);
  const react = (project.react || framework === "next") && flags["no-screens"] !== true;
  const list = textFlag(flags, "plugins");
  const plugins =
    list === undefined && prompter !== null && !hasAuth
      ? await prompter.choose("Which plugins do you need? You can add others later.", pluginOptions)
      : pluginsOf(list);
  const asksForScreens = react && prompter !== null && versionOf(project.manifest, "@latchkey/ui") === null;
  return {
    project,
    framework,
    isNew: project.manifest === null && isEmpty(project),
    ...databaseOf(address),
    plugins: addRequired(plugins),
    screens: asksForScreens ? await prompter.confirm("Add sign-in and account pages from @latchkey/ui?") : react,
  };
}

/** Frameworks with their own server. Without this list, the command would treat their apps as plain Vite apps. */
const unsupported: Readonly<Record<string, string>> = {
  "@tanstack/react-start": "TanStack Start",
  "@tanstack/solid-start": "TanStack Start",
  "@sveltejs/kit": "SvelteKit",
  "@react-router/dev": "React Router",
  astro: "Astro",
  nuxt: "Nuxt",
};

function rejectUnsupported({ manifest }: Project): void {
  const [, name] = Object.entries(unsupported).find(([id]) => versionOf(manifest, id) !== null) ?? [];
  if (name === undefined) return;
  throw new Error(
    `init can't set up ${name} apps. Follow the docs page on ${name}, or on installation if there is none. To continue anyway, pass --framework.`,
  );
}

/** Each plugin's purpose. The prompt lists them in this order, so those that most apps need come first. */
const pluginHints: Readonly<Record<string, string>> = {
  "two-factor": "authenticator apps and backup codes",
  passkey: "sign in without a password",
  organization: "members, teams, and invitations",
  admin: "user management, bans, and an audit log",
  username: "sign in with a username",
  "magic-link": "sign in with a link in an email",
  "email-otp": "sign in with a code in an email",
  "phone-number": "codes by text",
  billing: "subscriptions and entitlements",
  "api-key": "keys for scripts and services",
  jwt: "tokens that other services verify",
  "oauth-provider": "sign in to other apps with your app",
  "step-up": "a second factor before sensitive actions, and known devices",
  "multi-session": "several accounts in one browser",
  "last-login-method": "the last used sign-in method",
  anonymous: "guests without an account",
  "one-time-token": "sign-in on another domain",
  "one-tap": "Google's One Tap prompt",
  "device-authorization": "sign in on TVs and in command-line tools",
  events: "signed webhooks to other servers",
  sso: "single sign-on for organizations",
  scim: "directories that manage organizations' members",
};

/** Ids of the plugins that the command can set up. */
export const pluginIds: readonly string[] = [...pluginsWithTables, "one-tap"];

const positionOf = (id: string): number => [...Object.keys(pluginHints), id].indexOf(id);

const pluginOptions: readonly PromptOption[] = [...pluginIds]
  .sort((one, other) => positionOf(one) - positionOf(other))
  .map((id) => ({ id, hint: pluginHints[id] ?? "" }));

/** Describes the detected app: `Express, Vite, React, TypeScript, npm`. */
export function describeApp({ project, framework, isNew }: Choices): string {
  if (isNew) return "This folder is empty. Creating a Node.js app with TypeScript.";
  const parts = [
    frameworkNames[framework],
    ...(project.vite ? ["Vite"] : []),
    ...(project.react || framework === "next" ? ["React"] : []),
    project.typescript ? "TypeScript" : "JavaScript",
    project.packageManager,
  ];
  return `Detected ${parts.join(", ")}.`;
}

const frameworkNames: Readonly<Record<Framework, string>> = {
  next: "Next.js",
  express: "Express",
  fastify: "Fastify",
  hono: "Hono",
  node: "Node.js",
};

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

/** Plugins that don't start without a second plugin. */
const requiredPlugins: Readonly<Record<string, string>> = {
  "oauth-provider": "jwt",
  sso: "organization",
  scim: "organization",
};

/** Adds each required plugin before the plugin that needs it. */
function addRequired(ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => [...(requiredPlugins[id] === undefined ? [] : [requiredPlugins[id]]), id]))];
}

function oneOf<T extends string>(flag: string, value: string | undefined, known: readonly T[]): T | undefined {
  if (value === undefined || known.includes(value as T)) return value as T | undefined;
  throw new Error(`--${flag} is "${value}". Use ${known.join(", ")}.`);
}
