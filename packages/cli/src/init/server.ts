/** Mounts the handler in an existing server file, at positions from the parser. */

import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import type { Node, VariableDeclaration } from "@babel/types";
import { compilerOption, type Framework, type Manifest, type Project, versionOf } from "../project/project.ts";
import { calleeOf, evaluate, type ReadVariable } from "../source/evaluate.ts";
import { type Module, moduleOf } from "../source/module.ts";
import { parse, walk } from "../source/parse.ts";
import { valueAt } from "../source/values.ts";

/** A server file. */
export interface ServerFile {
  /** Relative to the app's folder. */
  readonly path: string;
  readonly text: string;
  readonly module: Module;
}

const commonServerPaths = ["server", "index", "app", "main"].flatMap((name) =>
  ["", "src/", "server/", "src/server/"].flatMap((folder) =>
    ["ts", "mts", "js", "mjs", "cjs"].map((ending) => `${folder}${name}.${ending}`),
  ),
);

/**
 * Finds the file that creates the server with this framework: one that the scripts start, or else one at a common path.
 */
export function findServer({ folder, manifest }: Project, framework: Framework): ServerFile | null {
  const started = Object.values(manifest?.scripts ?? {}).flatMap(
    (script) => script.match(/[\w./-]+\.[cm]?[jt]s\b/g) ?? [],
  );
  const named = [...started, ...(manifest?.main ? [manifest.main] : [])].map((path) => normalize(path));
  const candidates = [...sourcesOf(named, compilerOption(folder, "outDir")), ...commonServerPaths];
  const mounted = framework === "node" ? ["node:http", "http"] : [framework];
  for (const path of new Set(candidates)) {
    if (path.startsWith("..") || !existsSync(join(folder, path))) continue;
    const text = readFileSync(join(folder, path), "utf8");
    const module = moduleOf(parse(join(folder, path), text));
    if ([...module.imports.values()].some(({ from }) => mounted.includes(from))) return { path, text, module };
  }
  return null;
}

/** Returns the source paths for the given paths. A build output is replaced with the sources it can come from. */
function sourcesOf(paths: readonly string[], outDir: unknown): string[] {
  const built = new Set(["dist", "build", ...(typeof outDir === "string" ? [normalize(outDir).split("/")[0]] : [])]);
  return paths.flatMap((path) => {
    const [first = "", ...rest] = path.split("/");
    if (!built.has(first) || rest.length === 0) return [path];
    const stem = ["src", ...rest].join("/").replace(/\.[cm]?js$/, "");
    return ["ts", "mts", "js", "mjs"].map((ending) => `${stem}.${ending}`);
  });
}

/** Whether the file already mounts the handler. */
export function isMounted({ module }: ServerFile, authImport: string): boolean {
  const stem = authImport.replace(/\.[cm]?[jt]s$/, "");
  return [...module.imports.values()].some(
    ({ from }) => from === "@latchkey/node" || from.replace(/\.[cm]?[jt]s$/, "") === stem,
  );
}

/** Returns the text with the handler mounted, or `null` if the right place isn't clear. */
export function addMount(
  server: ServerFile,
  project: Project,
  framework: Framework,
  authImport: string,
): string | null {
  const mount = mounts[framework];
  const apps = mount ? appsIn(server.module, mount.factory) : [];
  const [app] = apps;
  const imports = importsEnd(server.module);
  if (!mount || !app || apps.length > 1 || imports === null) return null;
  const end = app.declaration.end ?? 0;
  if (imports.end > end) return null;
  const names = mount.imports(project.manifest, authImport);
  const imported = names.map(imports.isEsm ? esmImport : requireImport).join("\n");
  const indent = /[ \t]*$/.exec(server.text.slice(0, app.declaration.start ?? 0))?.[0] ?? "";
  const lines = mount.lines(app.name, project.manifest).map((line) => (line === "" ? "" : indent + line));
  const { text, path } = server;
  const edited = `${text.slice(0, imports.end)}\n${imported}${text.slice(imports.end, end)}\n${lines.join("\n")}${text.slice(end)}`;
  try {
    // Parsing finds conflicts, such as a second variable named `auth`.
    parse(path, edited);
    return edited;
  } catch {
    return null;
  }
}

/** The lines that the user must add to a server file that the command didn't edit. */
export function manualMountSteps(project: Project, framework: Framework, authImport: string): string {
  const mount = mounts[framework] ?? nodeMount;
  const imports = mount.imports(project.manifest, authImport).map(esmImport);
  return [...imports, "", ...mount.lines("app", project.manifest)].join("\n");
}

/** The port that the server listens on, or `null` if the file doesn't say. */
export function portOf({ module }: ServerFile, variable: ReadVariable): number | null {
  let port: number | null = null;
  walk(module.source.tree.program, (node) => {
    if (node.type !== "CallExpression") return;
    const { from, name } = calleeOf(node.callee, { module });
    const isListening = name === "listen" || (from === "@hono/node-server" && name === "serve");
    if (!isListening) return;
    const first = evaluate(node.arguments[0], { module, variable });
    const found = typeof first === "number" ? first : Number(valueAt(first, "port"));
    if (Number.isInteger(found) && found > 0) port ??= found;
  });
  return port;
}

interface Imported {
  readonly name: string;
  readonly from: string;
}

interface Mount {
  /** The function or class that creates the app, with its possible import names. */
  readonly factory: { readonly from: string; readonly names: readonly string[] };
  imports(manifest: Manifest | null, authImport: string): readonly Imported[];
  /** The lines to add after the app is created. */
  lines(app: string, manifest: Manifest | null): readonly string[];
}

const nodeHandlerImports = (authImport: string): readonly Imported[] => [
  { name: "toNodeHandler", from: "@latchkey/node" },
  { name: "auth", from: authImport },
];

const mounts: Readonly<Partial<Record<Framework, Mount>>> = {
  express: {
    factory: { from: "express", names: ["default", "*", "express"] },
    imports: (_, authImport) => nodeHandlerImports(authImport),
    lines: (app, manifest) => [
      "// Mount the handler before body parsers, because it reads request bodies itself.",
      `${app}.all("/api/auth/${isExpress4(manifest) ? "*" : "*splat"}", toNodeHandler(auth));`,
    ],
  },
  fastify: {
    factory: { from: "fastify", names: ["default", "*", "fastify", "Fastify"] },
    imports: (_, authImport) => nodeHandlerImports(authImport),
    lines: (app) => [
      "const handleAuth = toNodeHandler(auth);",
      `${app}.register(async (scope) => {`,
      "  // Passes on the unparsed body, in this scope only.",
      "  scope.removeAllContentTypeParsers();",
      '  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));',
      '  scope.all("/api/auth/*", async (request, reply) => {',
      "    reply.hijack();",
      "    await handleAuth(request.raw, reply.raw);",
      "  });",
      "});",
    ],
  },
  hono: {
    factory: { from: "hono", names: ["Hono"] },
    imports: (manifest, authImport) => [
      ...(hasNodeServer(manifest) ? [{ name: "getConnInfo", from: "@hono/node-server/conninfo" }] : []),
      { name: "auth", from: authImport },
    ],
    lines: (app, manifest) =>
      hasNodeServer(manifest)
        ? [
            `${app}.all("/api/auth/*", (context) =>`,
            "  auth.handler(context.req.raw, { remoteAddress: getConnInfo(context).remote.address }),",
            ");",
          ]
        : [
            "// Pass the client's address from your runtime as { remoteAddress }. Rate limits need it.",
            `${app}.all("/api/auth/*", (context) => auth.handler(context.req.raw));`,
          ],
  },
};

/** A server without a framework can handle requests in any way, so the user has to add this. */
const nodeMount: Mount = {
  factory: { from: "node:http", names: [] },
  imports: (_, authImport) => nodeHandlerImports(authImport),
  lines: () => [
    "const handleAuth = toNodeHandler(auth);",
    "// At the start of the request listener:",
    'if (request.url?.startsWith("/api/auth/")) return handleAuth(request, response);',
  ],
};

function isExpress4(manifest: Manifest | null): boolean {
  return /^\D*[1-4]\b/.test(versionOf(manifest, "express") ?? "");
}

function hasNodeServer(manifest: Manifest | null): boolean {
  return versionOf(manifest, "@hono/node-server") !== null;
}

/** Finds every `const app = express()` in the file. */
function appsIn(
  module: Module,
  { from, names }: Mount["factory"],
): { name: string; declaration: VariableDeclaration }[] {
  const found: { name: string; declaration: VariableDeclaration }[] = [];
  walk(module.source.tree.program, (declaration) => {
    if (declaration.type !== "VariableDeclaration" || declaration.declarations.length !== 1) return;
    const [only] = declaration.declarations;
    if (only?.id.type !== "Identifier" || !only.init || !isCall(only.init)) return;
    const callee = calleeOf(only.init.callee, { module });
    if (callee.from === from && names.includes(callee.name)) found.push({ name: only.id.name, declaration });
  });
  return found;
}

function isCall(node: Node): node is Node & { callee: Node } {
  return node.type === "CallExpression" || node.type === "NewExpression";
}

/** The position after the last import or top-level `require`. */
function importsEnd({ source, imports }: Module): { end: number; isEsm: boolean } | null {
  const { body } = source.tree.program;
  const last = body.findLast((statement) => statement.type === "ImportDeclaration");
  if (last) return { end: last.end ?? 0, isEsm: true };
  const required = body.findLast(
    (statement) =>
      statement.type === "VariableDeclaration" &&
      statement.declarations.some(({ id, init }) => init?.type === "CallExpression" && isRequired(id, imports)),
  );
  return required ? { end: required.end ?? 0, isEsm: false } : null;
}

function isRequired(id: Node, imports: Module["imports"]): boolean {
  if (id.type === "Identifier") return imports.has(id.name);
  return (
    id.type === "ObjectPattern" &&
    id.properties.some(
      (one) => one.type === "ObjectProperty" && one.value.type === "Identifier" && imports.has(one.value.name),
    )
  );
}

function esmImport({ name, from }: Imported): string {
  return `import { ${name} } from "${from}";`;
}

/** Node.js can load ES modules this way since 20.19. */
function requireImport({ name, from }: Imported): string {
  return `const { ${name} } = require("${from}");`;
}
