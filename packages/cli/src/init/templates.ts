/** Templates for the generated files. */

import type { Choices } from "./choices.ts";
import { viteModeFile } from "./environment.ts";

/** Names of the plugin functions, by plugin id. Client plugins add `Client` to the name. */
const factories: Readonly<Record<string, string>> = {
  admin: "admin",
  anonymous: "anonymous",
  "api-key": "apiKey",
  jwt: "jwt",
  "oauth-provider": "oauthProvider",
  billing: "billing",
  "email-otp": "emailOTP",
  "magic-link": "magicLink",
  organization: "organization",
  passkey: "passkey",
  "phone-number": "phoneNumber",
  "step-up": "stepUp",
  "multi-session": "multiSession",
  "last-login-method": "lastLoginMethod",
  "one-time-token": "oneTimeToken",
  "one-tap": "oneTap",
  "device-authorization": "deviceAuthorization",
  events: "events",
  scim: "scim",
  sso: "sso",
  "two-factor": "twoFactor",
  username: "username",
};

interface Driver {
  readonly imports: string;
  readonly setup: string;
  readonly source: string;
}

const drivers: Readonly<Record<Choices["database"], Driver>> = {
  sqlite: {
    imports: 'import Database from "libsql";',
    setup: `const file = process.env.DATABASE_FILE ?? "app.db";
// Keeps other users of this machine from reading the file.
closeSync(openSync(file, "a", 0o600));
const database = new Database(file);
// Readers don't wait for a writer.
database.exec("PRAGMA journal_mode = WAL");`,
    source: "database",
  },
  postgres: {
    imports: 'import pg from "pg";',
    setup: "const database = new pg.Pool({ connectionString: process.env.DATABASE_URL });",
    source: "database",
  },
  mysql: {
    imports: 'import { createPool } from "mysql2/promise";',
    setup: 'const database = createPool({ uri: process.env.DATABASE_URL ?? "" });',
    source: "database",
  },
};

/** Returns the statements that open the database. */
function setupOf({ database, framework }: Choices): string {
  const { setup } = drivers[database];
  if (framework !== "next") return setup;
  // Turbopack can't tell which file this opens, so it would add the whole project to the server's files.
  return setup.replace(
    "closeSync(openSync(file,",
    "// Without turbopackIgnore, the build would trace all of the project's files.\ncloseSync(openSync(/* turbopackIgnore: true */ file,",
  );
}

/**
 * Generates the module that exports `auth`.
 * @param url where browsers reach the app during development
 */
export function authTemplate(choices: Choices, url: string): string {
  const { imports, source } = drivers[choices.database];
  const loading = loadingOf(choices);
  const files = [
    ...(loading.length > 0 ? ["existsSync"] : []),
    ...(choices.database === "sqlite" ? ["closeSync", "openSync"] : []),
  ].sort();
  const lines = [
    "/** Configures how users sign in and where their data is stored. */",
    "",
    ...(files.length > 0 ? [`import { ${files.join(", ")} } from "node:fs";`] : []),
    ...sortedImports([
      'import { createAuth } from "@latchkey/core";',
      'import { sqlAdapter } from "@latchkey/sql";',
      ...choices.plugins.map((id) => `import { ${factories[id]} } from "@latchkey/${id}";`),
      imports,
    ]),
    "",
    ...loading,
    setupOf(choices),
    "",
    "export const auth = createAuth({",
    `  baseURL: process.env.AUTH_URL ?? "${url}",`,
    '  secret: process.env.AUTH_SECRET ?? "",',
    `  database: sqlAdapter(${source}),`,
    "  emailAndPassword: { enabled: true },",
    ...(choices.plugins.includes("one-tap") ? googleProvider : []),
    ...(choices.plugins.length > 0
      ? [`  plugins: [${choices.plugins.map((id) => serverHalf(id, choices.plugins)).join(", ")}],`]
      : []),
    "});",
  ];
  return `${lines.join("\n")}\n`;
}

/** The statements that read the environment files. */
function loadingOf({ framework, project }: Choices): readonly string[] {
  // Next.js reads them itself.
  if (framework === "next") return [];
  if (!project.vite)
    return [
      "// Variables that are already set take precedence over the file.",
      'if (existsSync(".env")) process.loadEnvFile(".env");',
      "",
    ];
  return [
    "// Variables that are already set take precedence over the files.",
    `for (const path of ["${viteModeFile}", ".env.local", ".env"]) if (existsSync(path)) process.loadEnvFile(path);`,
    "",
  ];
}

/** One Tap signs in with this provider. */
const googleProvider: readonly string[] = [
  "  socialProviders: {",
  '    google: { clientId: process.env.GOOGLE_CLIENT_ID ?? "", clientSecret: process.env.GOOGLE_CLIENT_SECRET ?? "" },',
  "  },",
];

/** Calls for plugins with required options. */
const requiredOptions: Readonly<Record<string, string>> = {
  // Until the app sends emails and texts, links and codes appear in the terminal.
  "email-otp": "emailOTP({ sendVerificationOTP: ({ email, otp }) => console.log(`Code for ${email}: ${otp}`) })",
  "magic-link": "magicLink({ sendMagicLink: ({ email, url }) => console.log(`Link for ${email}: ${url}`) })",
  billing: 'billing({ secret: process.env.BILLING_WEBHOOK_SECRET ?? "" })',
  // Without a nonce, an ID token from elsewhere could be used. Latchkey's client always sends one.
  "one-tap": 'oneTap({ clientId: process.env.GOOGLE_CLIENT_ID ?? "", requireNonce: true })',
  "oauth-provider": 'oauthProvider({ loginPage: "/sign-in", consentPage: "/consent" })',
  "phone-number":
    'phoneNumber({ countries: ["US"], sendOTP: ({ phoneNumber, code }) => console.log(`Code for ${phoneNumber}: ${code}`) })',
};

function serverHalf(id: string, plugins: readonly string[]): string {
  if (id === "events" && plugins.includes("organization")) return "events({ organizations: true })";
  return requiredOptions[id] ?? `${factories[id]}()`;
}

/**
 * Generates the client module.
 * @param authFile specifier for importing the auth file's types, or `null` if the app's code can't import them
 */
export function clientTemplate({ project, framework, plugins }: Choices, authFile: string | null): string {
  const from = project.react || framework === "next" ? "@latchkey/react" : "@latchkey/client";
  const about = "/** Calls the auth server: authClient.signIn.email({ email, password }), and so on. */";
  if (plugins.length === 0) {
    const [typeImport, argument] =
      project.typescript && authFile !== null
        ? [`import type { auth } from "${authFile}";\n`, "<typeof auth>"]
        : ["", ""];
    return `${about}\n\nimport { createAuthClient } from "${from}";\n${typeImport}\nexport const authClient = createAuthClient${argument}();\n`;
  }
  const imports = sortedImports([
    `import { createAuthClient } from "${from}";`,
    ...plugins.map((id) => `import { ${factories[id]}Client } from "@latchkey/${id}/client";`),
  ]);
  const halves = plugins.map((id) => `${factories[id]}Client()`).join(", ");
  return `${about}\n\n${imports.join("\n")}\n\nexport const authClient = createAuthClient({ plugins: [${halves}] });\n`;
}

/**
 * Generates the route handler for the Next.js app router.
 * @param authFile specifier for importing the auth file
 */
export function nextRouteTemplate({ project }: Choices, authFile: string): string {
  const type = project.typescript ? ": Request" : "";
  return `import { auth } from "${authFile}";

// Next.js doesn't pass the client's address to route handlers, so all clients share one rate limit. To limit each client
// separately, pass its address as remoteAddress, from a header that your platform overwrites. Clients can forge any other header.
const handle = (request${type}) => auth.handler(request);

export { handle as GET, handle as OPTIONS, handle as POST };
`;
}

/**
 * Generates a server with Node's `http` for apps without one.
 * @param authFile specifier for importing the auth file
 * @param label what the server prints before its address
 */
export function nodeServerTemplate(authFile: string, label = ""): string {
  return `import { createServer } from "node:http";
import { toNodeHandler } from "@latchkey/node";
import { auth } from "${authFile}";

const handleAuth = toNodeHandler(auth);
const port = Number(process.env.PORT ?? 3000);
// Only this machine can connect. In a container, set HOST to 0.0.0.0.
const host = process.env.HOST ?? "127.0.0.1";

createServer(async (request, response) => {
  if (request.url?.startsWith("/api/auth/")) return handleAuth(request, response);
  const { data, error, headers } = await auth.api.getSession.result({ headers: request.headers });
  response.setHeaders(headers).writeHead(error?.status ?? 200, { "content-type": "text/plain" });
  response.end(data ? \`Signed in as \${data.user.email}\\n\` : "Not signed in\\n");
}).listen(port, host, () => console.log(\`${label}http://localhost:\${port}\`));
`;
}

function sortedImports(lines: readonly string[]): string[] {
  const from = (line: string): string => /from "(.+)"/.exec(line)?.[1] ?? "";
  return [...lines].sort((one, other) => (from(one) < from(other) ? -1 : 1));
}
