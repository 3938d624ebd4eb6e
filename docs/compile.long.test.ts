/** Tests that every code block in the docs compiles. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { root } from "./blocks.ts";
import { writeBlocks } from "./written-blocks.ts";

const { folder, files } = writeBlocks();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packages that a reader installs. In this repository, they're next to the package that uses them. */
const installed: Readonly<Record<string, string>> = {
  "@libsql/client": "packages/drizzle/node_modules/@libsql/client",
  "@modelcontextprotocol/sdk/server/mcp.js":
    "packages/oauth-provider/node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.d.ts",
  "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js":
    "packages/oauth-provider/node_modules/@modelcontextprotocol/sdk/dist/esm/server/webStandardStreamableHttp.d.ts",
  "@polar-sh/sdk/2026-10": "packages/billing/node_modules/@polar-sh/sdk/dist/2026-10/index.d.mts",
  standardwebhooks: "packages/events/node_modules/standardwebhooks",
  stripe: "packages/billing/node_modules/stripe/esm/stripe.esm.node.d.ts",
  "drizzle-orm/libsql": "packages/drizzle/node_modules/drizzle-orm/libsql",
  "drizzle-orm/sqlite-core": "packages/drizzle/node_modules/drizzle-orm/sqlite-core",
  express: "packages/node/node_modules/@types/express",
  fastify: "packages/node/node_modules/fastify",
  jose: "packages/jwt/node_modules/jose/dist/types/index.d.ts",
  libsql: "packages/sql/node_modules/libsql",
  ioredis: "packages/redis/node_modules/ioredis",
  redis: "packages/redis/node_modules/redis",
  "@vitejs/plugin-react": "examples/showcase/node_modules/@vitejs/plugin-react/dist/index.d.ts",
  vite: "examples/showcase/node_modules/vite/dist/node/index.d.ts",
  kysely: "packages/kysely/node_modules/kysely",
  "mysql2/promise": "packages/sql/node_modules/mysql2/promise",
  pg: "packages/sql/node_modules/@types/pg",
  react: "packages/ui/node_modules/@types/react",
  "react/jsx-runtime": "packages/ui/node_modules/@types/react/jsx-runtime",
  "react-dom/client": "packages/ui/node_modules/@types/react-dom/client",
};

test("every code block compiles, and so do these tests", () => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: ["*.ts"] }, ts.sys, root);
  const own = [
    "docs.test.ts",
    "contents.test.ts",
    "compile.long.test.ts",
    "blocks.ts",
    "contents.ts",
    "written-blocks.ts",
    "frameworks.d.ts",
  ].map((name) => join(root, "docs", name));
  const paths = Object.fromEntries(Object.entries(installed).map(([name, path]) => [name, [join(root, path)]]));
  const program = ts.createProgram([...files, ...own], {
    ...options,
    baseUrl: root,
    paths: { ...options.paths, ...paths },
  });
  const problems = ts.getPreEmitDiagnostics(program).flatMap(({ file, start = 0, messageText }) => {
    const at = file?.fileName ?? "";
    if (file && !at.startsWith(join(root, "docs/"))) return [];
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return [`${at.replace(folder, "")}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`];
  });
  expect(files.length).toBeGreaterThan(40);
  expect(problems).toEqual([]);
});
