/** The rules for imports. `npm run check:deps` enforces them, and CONTRIBUTING.md explains them. */

const { existsSync, readdirSync, readFileSync } = require("node:fs");

/** The workspace packages that each package can import. A package that isn't listed can't import any. */
const table = {
  core: [],
  "api-key": ["core"],
  jwt: ["core"],
  // Only the entry point for APIs imports jwt, to verify tokens. The plugin itself doesn't.
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
  // Only the types of the plugins' calls.
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
  // Only the identity provider's key pair from sso.
  dev: ["core", "sso"],
  captcha: ["core"],
  "breached-passwords": ["core"],
  redis: ["core"],
  node: ["core"],
  // Only the plugins' tables, for commands that don't load the app.
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
  // Only `@latchkey/test-kit/databases` imports sql.
  "test-kit": ["core", "sql"],
};

/**
 * Packages that run in a browser or only pass requests on. They can only import types from core. `import { type X }` counts
 * as a type import here, although it loads the module. Biome's useImportType rejects it.
 */
const typeOnlyPackages = "client|react|ui|node";

const coreDependencies = "jose|@noble/hashes|oauth4webapi|@node-rs/argon2";

/** The layers of `packages/core/src`, from the lowest to the highest. */
const layers = [
  ["crypto/", "http/", "database/", "access/", "shapes/"],
  ["tables/", "lists/", "kernel/"],
  ["plugin/"],
  ["sessions/", "users/", "accounts/", "tokens/", "outbox/", "audit/", "rate-limits/"],
  ["features/", "openapi/"],
  ["auth/", "index\\.ts$", "plugin\\.ts$"],
];

const core = "^packages/core/src/";
const on = (names) => `${core}(${names.join("|")})`;
/** Tests can import any package. The rules for layers and import cycles apply to them, too. */
const test = "\\.(test|test-d)\\.tsx?$|^packages/[^/]+/test/";
const names = readdirSync("packages").filter((name) => existsSync(`packages/${name}/package.json`));

const error = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const layerRules = layers.slice(0, -1).map((layer, number) =>
  error(
    `layer-${number}`,
    "A file can only import from its own layer or a lower one.",
    { path: on(layer) },
    {
      path: on(layers.slice(number + 1).flat()),
    },
  ),
);

const lowestLayerRules = layers[0].map((folder) =>
  error(
    `lowest-layer-${folder.slice(0, -1)}`,
    "The folders of layer 0 can't import from each other.",
    { path: on([folder]) },
    {
      path: on(layers[0].filter((other) => other !== folder)),
    },
  ),
);

const tableRules = names.map((name) =>
  error(
    `package-${name}`,
    "This package can't import that one. The table is in .dependency-cruiser.cjs.",
    { path: `^packages/${name}/`, pathNot: test },
    { path: "^packages/", pathNot: `^packages/(${[name, ...(table[name] ?? [])].join("|")})/` },
  ),
);

/** The source file of each package's exports: `./client` is `client.ts` or `client/index.ts`. */
const entryPoints = names.flatMap((name) =>
  Object.keys(JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8")).exports ?? {})
    .map((subpath) => `packages/${name}/src/${subpath.slice(2) || "index"}`)
    .flatMap((path) => [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`])
    .filter((path) => /\.\w+$/.test(path) && existsSync(path)),
);

module.exports = {
  forbidden: [
    ...layerRules,
    ...lowestLayerRules,
    error(
      "unknown-layer",
      "Add a new folder in core to a layer in .dependency-cruiser.cjs.",
      {},
      {
        path: core,
        pathNot: on(layers.flat()),
      },
    ),
    error(
      "features-are-separate",
      "Features can't import from each other. Move shared code to a lower layer.",
      {
        path: `${core}features/([^/]+)/`,
      },
      { path: `${core}features/`, pathNot: `${core}features/$1/` },
    ),
    error(
      "openapi-on-demand",
      "The OpenAPI document is loaded on demand, so that other requests don't load its code.",
      { path: `${core}(?!openapi/)` },
      { path: `${core}openapi/` },
    ),
    ...tableRules,
    error(
      "core-third-party",
      `Core can only import ${coreDependencies.replaceAll("|", ", ")}.`,
      { path: core, pathNot: test },
      {
        path: "(^|/)node_modules/",
        pathNot: `(^|/)node_modules/(${coreDependencies}|@types/[^/]+)/`,
      },
    ),
    error(
      "only-types-from-core",
      "Server code must not get into a browser bundle. Use `import type`.",
      {
        path: `^packages/(${typeOnlyPackages})/`,
        pathNot: test,
      },
      { path: "^packages/core/", dependencyTypesNot: ["type-only"] },
    ),
    error(
      "only-types-from-plugins",
      "Components call plugins through the client, and can only import their types and the organization plugin's role rules.",
      { path: "^packages/ui/", pathNot: test },
      {
        path: "^packages/(anonymous|phone-number|step-up|username|magic-link|email-otp|two-factor|multi-session|admin|organization|billing)/",
        pathNot: "^packages/organization/src/access\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    error(
      "no-deep-import",
      "Only import what the other package exports.",
      { path: "^packages/([^/]+)/" },
      {
        path: "^packages/",
        pathNot: ["^packages/$1/", `^(${entryPoints.join("|")})$`],
      },
    ),
    error(
      "by-name",
      "Import other packages by name.",
      { path: "^packages/([^/]+)/" },
      {
        path: "^packages/",
        pathNot: "^packages/$1/",
        dependencyTypesNot: ["aliased"],
      },
    ),
    error(
      "by-name-from-outside",
      "Examples and scripts import packages by name, too.",
      { path: "^(examples|scripts)/" },
      {
        path: "^packages/[^/]+/src/",
        dependencyTypesNot: ["aliased"],
      },
    ),
    error(
      "no-own-entry-point",
      "Inside a package, import from the file itself, not from the package's index.ts.",
      { path: "^packages/([^/]+)/src/", pathNot: test },
      {
        path: "^packages/$1/src/index\\.ts$",
      },
    ),
    error(
      "no-own-index",
      "Inside a folder, import from the file itself, not from the folder's index.ts.",
      { path: "^packages/([^/]+)/src/([^/]+)/", pathNot: test },
      {
        path: "^packages/$1/src/$2/index\\.ts$",
      },
    ),
    error(
      "no-own-inner-index",
      "Inside a folder, import from the file itself, not from the folder's index.ts.",
      { path: "^(packages/[^/]+/src/.+)/[^/]+$", pathNot: test },
      {
        path: "^$1/index\\.ts$",
      },
    ),
    error(
      "no-cycle",
      "Files can't import each other, not even types. Merge them, or move what they share to a third file.",
      {},
      { circular: true },
    ),
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
    // Reads the sources, including `import type`, so it needs no build.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["types", "import", "node", "default"] },
  },
};
