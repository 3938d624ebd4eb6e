/** Who may import whom. `npm run check:deps` holds the repo to it; CONTRIBUTING.md says it in words. */

const { existsSync, readdirSync, readFileSync } = require("node:fs");

/** Package → the workspace packages it may import. One that is missing here may import none. */
const table = {
  core: [],
  "api-key": ["core"],
  jwt: ["core"],
  // Its entry point for APIs verifies tokens with jwt's. The plugin itself does not import it.
  "oauth-provider": ["core", "jwt"],
  username: ["core"],
  "magic-link": ["core"],
  "email-otp": ["core"],
  anonymous: ["core"],
  "phone-number": ["core"],
  "step-up": ["core"],
  organization: ["core"],
  admin: ["core"],
  "two-factor": ["core"],
  passkey: ["core"],
  "multi-session": ["core"],
  "last-login-method": ["core"],
  "one-time-token": ["core"],
  "device-authorization": ["core"],
  events: ["core"],
  scim: ["core"],
  sso: ["core"],
  "one-tap": ["core"],
  billing: ["core"],
  client: ["core"],
  react: ["core", "client"],
  // Of plugins, the types of their calls alone.
  ui: [
    "core",
    "client",
    "react",
    "anonymous",
    "api-key",
    "device-authorization",
    "email-otp",
    "events",
    "last-login-method",
    "magic-link",
    "oauth-provider",
    "one-tap",
    "passkey",
    "phone-number",
    "scim",
    "sso",
    "step-up",
    "username",
    "two-factor",
    "multi-session",
    "admin",
    "organization",
    "billing",
  ],
  sql: ["core"],
  kysely: ["core", "sql"],
  drizzle: ["core", "sql"],
  prisma: ["core", "sql"],
  mailer: ["core"],
  // Of sso, the key pair of the identity provider.
  dev: ["core", "sso"],
  captcha: ["core"],
  "breached-passwords": ["core"],
  redis: ["core"],
  node: ["core"],
  // Of plugins, their tables by name: for commands that do not load the app.
  cli: [
    "core",
    "passkey",
    "sql",
    "drizzle",
    "prisma",
    "anonymous",
    "step-up",
    "api-key",
    "jwt",
    "oauth-provider",
    "phone-number",
    "email-otp",
    "magic-link",
    "username",
    "organization",
    "admin",
    "two-factor",
    "multi-session",
    "last-login-method",
    "one-time-token",
    "device-authorization",
    "events",
    "scim",
    "sso",
    "billing",
  ],
  // sql is for `@latchkey/test-kit/databases` alone.
  "test-kit": ["core", "sql"],
};

/**
 * What runs in a browser, or only passes requests on: of core, these know the types and nothing that runs.
 * `import { type X }` counts as a type here although it loads the module; biome's useImportType refuses it.
 */
const typesOnly = "client|react|ui|node";

const coreMayUse = "jose|@noble/hashes|oauth4webapi|@node-rs/argon2";

/** Folders and files of `packages/core/src`, from the ground up. */
const floors = [
  ["crypto/", "http/", "database/", "access/", "shapes/"],
  ["tables/", "lists/", "kernel/"],
  ["plugin/"],
  ["sessions/", "users/", "accounts/", "tokens/", "outbox/", "audit/", "rate-limits/"],
  ["features/", "openapi/"],
  ["auth/", "index\\.ts$", "plugin\\.ts$"],
];

const core = "^packages/core/src/";
const on = (names) => `${core}(${names.join("|")})`;
/** Tests use a package from outside, and may use any other to do so. Floors and circles hold for them, too. */
const test = "\\.(test|test-d)\\.tsx?$|^packages/[^/]+/test/";
const names = readdirSync("packages").filter((name) => existsSync(`packages/${name}/package.json`));

const error = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const floorRules = floors.slice(0, -1).map((floor, number) =>
  error(
    `floor-${number}`,
    "A file imports from its own floor or below.",
    { path: on(floor) },
    {
      path: on(floors.slice(number + 1).flat()),
    },
  ),
);

const groundRules = floors[0].map((folder) =>
  error(
    `ground-${folder.slice(0, -1)}`,
    "The folders of floor 0 know nothing of each other.",
    { path: on([folder]) },
    {
      path: on(floors[0].filter((other) => other !== folder)),
    },
  ),
);

const tableRules = names.map((name) =>
  error(
    `package-${name}`,
    "Not in the table of packages (.dependency-cruiser.cjs).",
    { path: `^packages/${name}/`, pathNot: test },
    { path: "^packages/", pathNot: `^packages/(${[name, ...(table[name] ?? [])].join("|")})/` },
  ),
);

/** The source behind each export of each package: `./client` is `client.ts` or `client/index.ts`. */
const faces = names.flatMap((name) =>
  Object.keys(JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8")).exports ?? {})
    .map((subpath) => `packages/${name}/src/${subpath.slice(2) || "index"}`)
    .flatMap((path) => [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`])
    .filter((path) => /\.\w+$/.test(path) && existsSync(path)),
);

module.exports = {
  forbidden: [
    ...floorRules,
    ...groundRules,
    error(
      "floor-unknown",
      "A new folder of core gets a floor, in .dependency-cruiser.cjs.",
      {},
      {
        path: core,
        pathNot: on(floors.flat()),
      },
    ),
    error(
      "features-apart",
      "Features share what lies below them, not each other.",
      {
        path: `${core}features/([^/]+)/`,
      },
      { path: `${core}features/`, pathNot: `${core}features/$1/` },
    ),
    error(
      "openapi-on-demand",
      "What makes the API document is loaded by who asks for one.",
      { path: `${core}(?!openapi/)` },
      { path: `${core}openapi/` },
    ),
    ...tableRules,
    error(
      "core-third-party",
      `Core may use ${coreMayUse.replaceAll("|", ", ")}.`,
      { path: core, pathNot: test },
      {
        path: "(^|/)node_modules/",
        pathNot: `(^|/)node_modules/(${coreMayUse}|@types/[^/]+)/`,
      },
    ),
    error(
      "types-only-of-core",
      "Nothing of the server may reach a browser bundle: `import type`.",
      {
        path: `^packages/(${typesOnly})/`,
        pathNot: test,
      },
      { path: "^packages/core/", dependencyTypesNot: ["type-only"] },
    ),
    error(
      "types-only-of-plugins",
      "Screens call a plugin by the client; what runs of it is the app's to bring, except its rules for roles.",
      { path: "^packages/ui/", pathNot: test },
      {
        path: "^packages/(anonymous|phone-number|step-up|username|magic-link|email-otp|two-factor|multi-session|admin|organization|billing)/",
        pathNot: "^packages/organization/src/access\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    error(
      "no-deep-import",
      "Of another package, only what it exports.",
      { path: "^packages/([^/]+)/" },
      {
        path: "^packages/",
        pathNot: ["^packages/$1/", `^(${faces.join("|")})$`],
      },
    ),
    error(
      "by-name",
      "Another package is imported by its name.",
      { path: "^packages/([^/]+)/" },
      {
        path: "^packages/",
        pathNot: "^packages/$1/",
        dependencyTypesNot: ["aliased"],
      },
    ),
    error(
      "outside-by-name",
      "Examples and scripts, too, take a package by its name.",
      { path: "^(examples|scripts)/" },
      {
        path: "^packages/[^/]+/src/",
        dependencyTypesNot: ["aliased"],
      },
    ),
    error(
      "no-own-face",
      "Inside a package one imports the file one needs.",
      { path: "^packages/([^/]+)/src/", pathNot: test },
      {
        path: "^packages/$1/src/index\\.ts$",
      },
    ),
    error(
      "no-own-barrel",
      "A folder's index.ts is for others.",
      { path: "^packages/([^/]+)/src/([^/]+)/", pathNot: test },
      {
        path: "^packages/$1/src/$2/index\\.ts$",
      },
    ),
    error(
      "no-own-inner-barrel",
      "A folder's index.ts is for others.",
      { path: "^(packages/[^/]+/src/.+)/[^/]+$", pathNot: test },
      {
        path: "^$1/index\\.ts$",
      },
    ),
    error("no-circle", "Two files that need each other are one subject. Types count, too.", {}, { circular: true }),
    error(
      "resolvable",
      "Not installed, or not exported by its package.",
      {},
      { couldNotResolve: true, pathNot: "^(node|bun):" },
    ),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "/dist/"] },
    exclude: { path: "(^|/)(dist|fixtures|generated-client|\\.cache|\\.temp)/|^examples/(nextjs|sveltekit)/" },
    // Looks at the sources, `import type` included, so that no build is needed.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["types", "import", "node", "default"] },
  },
};
