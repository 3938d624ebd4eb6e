import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { sqlite } from "@latchkey/sql/sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { type Place, place, type Surroundings } from "../../test/terminal.ts";
import { parse } from "../source/parse.ts";

const places: Place[] = [];
afterEach(() => {
  for (const one of places.splice(0)) one.remove();
});

function app(files: Readonly<Record<string, string>> = {}, surroundings?: Surroundings): Place {
  const made = place(files, surroundings);
  places.push(made);
  return made;
}

const manifest = (dependencies: Record<string, string>, rest: object = {}): string =>
  JSON.stringify({ name: "shop", dependencies, ...rest });

/** Every file of the app, for comparing two states. */
function state({ folder, read }: Place): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.filter((path) => !path.startsWith("app.db")).map((path) => [path, read(path)]));
}

const apps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "an empty folder": {},
  "Express 5, TypeScript": {
    "package.json": manifest(
      { express: "^5.1.0", typescript: "^5" },
      { type: "module", scripts: { dev: "tsx watch src/index.ts" } },
    ),
    "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", /* as ever */ "strict": true, } }`,
    "src/index.ts": `import express from "express";\nimport { routes } from "./routes.js";\n\nconst app = express();\n\napp.use(express.json());\napp.use(routes);\napp.listen(4000);\n`,
  },
  "Express 4, CommonJS": {
    "package.json": manifest({ express: "^4.18.2" }, { main: "app.js" }),
    "app.js": `"use strict";\nconst express = require("express");\nconst { join } = require("node:path");\n\nfunction makeApp() {\n  const app = express();\n  app.use(express.json());\n  return app;\n}\n\nmakeApp().listen(process.env.PORT || 5000);\n`,
  },
  Fastify: {
    "package.json": manifest({ fastify: "^5" }, { type: "module" }),
    "server.js": `import Fastify from "fastify";\nconst app = Fastify({ logger: true });\nawait app.listen({ port: 3001 });\n`,
  },
  "Hono on Node": {
    "package.json": manifest({ hono: "^4", "@hono/node-server": "^1", typescript: "^5" }, { type: "module" }),
    "src/index.ts": `import { serve } from "@hono/node-server";\nimport { Hono } from "hono";\n\nconst app = new Hono<{ Variables: object }>();\nserve({ fetch: app.fetch, port: 8787 });\n`,
  },
  "Next.js": {
    "package.json": manifest({ next: "15.0.0", react: "19.0.0", typescript: "^5" }),
    "app/page.tsx": "export default function Page() { return null; }\n",
    ".gitignore": ".env*\n",
  },
  "Next.js, JavaScript, src": {
    "package.json": manifest({ next: "15.0.0", react: "19.0.0" }),
    "src/app/page.js": "export default function Page() { return null; }\n",
    ".env.local": "OTHER=1",
  },
  "Vite and Express": {
    "package.json": manifest({ express: "5", react: "19", vite: "7", typescript: "5" }, { type: "module" }),
    "vite.config.ts": `import { defineConfig } from "vite";\nexport default defineConfig({\n  plugins: [],\n});\n`,
    "server/index.ts": `import express from "express";\nexport const app = express();\napp.listen(3000);\n`,
    "src/main.tsx": "export {};\n",
  },
};

describe.each(Object.entries(apps))("latchkey init in %s", (_, files) => {
  test("writes valid code, creates the tables, and changes nothing on a second run", async () => {
    const one = app(files);
    const first = await one.run("init", "--yes", "--plugins", "admin,organization");
    expect([first.code, first.error]).toEqual([0, ""]);
    const after = state(one);
    for (const [path, text] of Object.entries(after)) {
      if (/\.[cm]?[jt]sx?$/.test(path)) expect(() => parse(path, text)).not.toThrow();
      if (Object.hasOwn(files, path) && path !== "package.json") expect(text).toContain(files[path]?.split("\n", 1)[0]);
    }
    expect(after[".gitignore"]).toMatch(/^\.env/m);
    const secret = /^AUTH_SECRET=(.{43})$/m.exec(after[".env.local"] ?? after[".env"] ?? "")?.[1];
    expect(secret).toBeDefined();
    expect(first.out).not.toContain(secret);
    expect(first.out).toContain("AUTH_SECRET=…");
    const database = await sqlite(join(one.folder, "app.db"));
    expect(database.prepare("select count(*) as n from organization").all()).toMatchObject([{ n: 0 }]);
    database.close();

    // The package manager would have written these files.
    const packages = one.started.flatMap((command) =>
      command.split(" ").filter((word) => /^(@[\w-]+\/)?[\w-]+$/.test(word)),
    );
    const written = JSON.parse(one.read("package.json")) as { dependencies?: object };
    const dependencies = { ...written.dependencies, ...Object.fromEntries(packages.map((name) => [name, "*"])) };
    one.write("package.json", JSON.stringify({ ...written, dependencies }));
    const installed = state(one);
    const second = await one.run("init", "--yes", "--plugins", "admin,organization");
    expect([second.code, state(one)]).toEqual([0, installed]);
    expect(second.out).toContain("Everything is already set up.");
  });
});

describe("what latchkey init writes", () => {
  test("for Express: after the app is created, before body parsers, with its port and import style", async () => {
    const one = app(apps["Express 5, TypeScript"]);
    await one.run("init", "--yes");
    expect(one.read("src/index.ts")).toBe(`import express from "express";
import { routes } from "./routes.js";
import { toNodeHandler } from "@latchkey/node";
import { auth } from "./auth.js";

const app = express();
// Mount the handler before body parsers, because it reads request bodies itself.
app.all("/api/auth/*splat", toNodeHandler(auth));

app.use(express.json());
app.use(routes);
app.listen(4000);
`);
    expect(one.read(".env")).toContain("AUTH_URL=http://localhost:4000");
    expect(one.started).toEqual(["npm install @latchkey/core @latchkey/sql libsql @node-rs/argon2 @latchkey/node"]);
  });

  test.each([
    ["dist", "dist/api/start.js", "src/api/start.ts"],
    ["./out", "out/server.js", "src/server.ts"],
  ])("into the sources, if scripts run what's built into %s", async (outDir, built, source) => {
    const text = `import express from "express";\nconst app = express();\napp.listen(4000);\n`;
    const one = app({
      "package.json": manifest(
        { express: "^5", typescript: "^5" },
        { type: "module", scripts: { start: `node ${built}` } },
      ),
      "tsconfig.json": JSON.stringify({ compilerOptions: { module: "nodenext", outDir } }),
      [source]: text,
      [built]: text,
    });
    const { code, out } = await one.run("init", "--yes");
    expect([code, one.tried]).toEqual([0, []]);
    expect(out).toContain("curl http://localhost:4000/api/auth/ok");
    expect(one.read(source)).toContain("toNodeHandler(auth)");
    expect(one.read(built)).toBe(text);
    expect(one.read(source.replace(/\w+\.ts$/, "auth.ts"))).toContain("createAuth");
  });

  test("for CommonJS and Express 4: require calls, the older path pattern, and the file's indentation", async () => {
    const one = app(apps["Express 4, CommonJS"]);
    await one.run("init", "--yes");
    const text = one.read("app.js");
    expect(text).toContain(
      `const { join } = require("node:path");\nconst { toNodeHandler } = require("@latchkey/node");\nconst { auth } = require("./auth.mjs");\n`,
    );
    expect(text).toContain(`\n  app.all("/api/auth/*", toNodeHandler(auth));\n  app.use(express.json());`);
    expect(one.read(".env")).toContain("AUTH_URL=http://localhost:5000");
  });

  test("for Next: a route, a client, pages, and nothing that Next rejects", async () => {
    const one = app(apps["Next.js"]);
    await one.run("init", "--yes");
    expect(one.read("app/api/auth/[...all]/route.ts")).toContain('import { auth } from "../../../../auth";');
    expect(one.read("auth-client.ts")).toContain("createAuthClient<typeof auth>()");
    expect(one.read("app/sign-in/page.tsx")).toMatch(/^"use client";/);
    expect(one.read("auth-ui.tsx")).toContain('import "./auth-ui.css";');
    expect(one.read("auth-ui.css")).toContain("margin: revert-layer;");
    expect(one.read(".env")).not.toContain("NODE_ENV");
    expect(one.read("auth.ts")).not.toContain("loadEnvFile");
    // Otherwise `next build` warns that it traces the whole project.
    expect(one.read("auth.ts")).toContain("openSync(/* turbopackIgnore: true */ file,");
    expect(one.read(".gitignore")).toBe(".env*\napp.db*\n");
  });

  test("RATE-14: for Next: a route that doesn't read the IP address from a header that clients can set", async () => {
    const one = app(apps["Next.js"]);
    await one.run("init", "--yes");
    const route = one.read("app/api/auth/[...all]/route.ts");
    expect(route).toContain("(request: Request) => auth.handler(request);");
    expect(route).not.toMatch(/headers|x-real-ip/);
  });

  test("for Node: a server that listens only on this machine", async () => {
    const one = app();
    await one.run("init", "--yes");
    const [server] = Object.values(state(one)).filter((text) => text.includes("createServer("));
    expect(server).toContain('const host = process.env.HOST ?? "127.0.0.1";');
    expect(server).toContain(".listen(port, host, ");
  });

  test.skipIf(process.platform === "win32")(
    "KEY-08: an auth file that creates a missing SQLite file readable only by its user",
    async () => {
      const one = app(apps.Fastify);
      await one.run("init", "--yes");
      const file = join(one.folder, "app.db");
      rmSync(file);
      const [, setup] = /(const file = [\s\S]*?)const database/.exec(one.read("auth.js")) ?? [];
      expect(setup).toBeDefined();
      const run = new Function("process", "openSync", "closeSync", setup as string);
      run({ env: { DATABASE_FILE: file } }, openSync, closeSync);
      expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    },
  );

  test("for Vite: the proxy in its configuration, and the page's URL as the app's", async () => {
    const one = app(apps["Vite and Express"]);
    const { out } = await one.run("init", "--yes");
    expect(one.read("vite.config.ts")).toContain(
      `  plugins: [],\n  server: { proxy: { "/api": { target: "http://localhost:3000", xfwd: true } } },\n});`,
    );
    expect(one.read(".env.local")).toContain("AUTH_URL=http://localhost:5173");
    expect(out).toContain("To do: Wrap what your app renders");
  });

  test("for a database server: its driver, and the URL in the environment, which isn't shown", async () => {
    const one = app(apps.Fastify);
    const { out, code, error } = await one.run(
      "init",
      "--yes",
      "--database",
      "postgres://nobody:hidden@127.0.0.1:1/none",
    );
    expect(one.read("auth.mjs".replace("m", ""))).toContain(
      "new pg.Pool({ connectionString: process.env.DATABASE_URL })",
    );
    expect(one.read(".env")).toContain("DATABASE_URL=postgres://nobody:hidden@127.0.0.1:1/none");
    expect(out + error).not.toContain("hidden");
    expect(code).toBe(1);
    expect(error).toContain("Couldn't create the tables");
  });
});

describe("what latchkey init leaves alone", () => {
  test("variables that are already set, and a .gitignore that already covers .env", async () => {
    const one = app({ ...apps.Fastify, ".env": "AUTH_SECRET=mine\n#x", ".gitignore": "*.env\n.env\n" });
    await one.run("init", "--yes");
    expect(one.read(".env")).toMatch(
      /^AUTH_SECRET=mine\n#x\nAUTH_URL=http:\/\/localhost:3001\nDATABASE_FILE=app.db\n$/,
    );
    expect(one.read(".gitignore")).toBe("*.env\n.env\napp.db*\n");
  });

  test("another library's auth file: asks for another name, and writes nothing", async () => {
    const one = app({ ...apps["Next.js"], "auth.ts": "export const { handlers } = NextAuth({});\n" });
    const before = state(one);
    const { code, error } = await one.run("init", "--yes");
    expect([code, state(one)]).toEqual([1, before]);
    expect(error).toContain("--auth latchkey.ts");
    expect((await one.run("init", "--yes", "--auth", "latchkey.ts")).code).toBe(0);
    expect(one.read("app/api/auth/[...all]/route.ts")).toContain('from "../../../../latchkey"');
    expect(one.read("auth.ts")).toContain("NextAuth");
  });

  test.each([
    [
      "a name that is taken",
      `import express from "express";\nimport { auth } from "./middleware/check.js";\nconst app = express();\n`,
    ],
    ["two apps", `import express from "express";\nconst app = express();\nconst admin = express();\n`],
    ["no line that makes the app", `import express from "express";\nexport default express().use(x);\n`],
  ])("a server file with %s: says what to add", async (_, text) => {
    const one = app({ "package.json": manifest({ express: "5" }, { type: "module" }), "index.js": text });
    const { code, out } = await one.run("init", "--yes");
    expect(code).toBe(0);
    expect(one.read("index.js")).toBe(text);
    expect(out).toContain("To do: Couldn't tell where index.js creates the app.");
    expect(out).toContain('app.all("/api/auth/*splat", toNodeHandler(auth));');
  });

  test("everything, if the user declines or can't be asked", async () => {
    const files = { "package.json": manifest({}) };
    const asked: string[] = [];
    const confirm = async (question: string): Promise<boolean> => asked.push(question) > 1;
    const one = app(files, { person: { confirm, choose: async () => [] } });
    expect(await one.run("init")).toMatchObject({ code: 1, error: expect.stringContaining("Canceled") });
    expect(state(one)).toEqual(files);
    const alone = app(files);
    expect(await alone.run("init")).toMatchObject({ code: 1, error: expect.stringContaining("--yes") });
    expect([state(alone), alone.started]).toEqual([files, []]);
    expect((await one.run("init")).code).toBe(0);
    expect(existsSync(join(one.folder, "auth.mjs"))).toBe(true);
  });

  test("an existing auth file: uses its plugins, packages, and variables", async () => {
    const auth = `import { organization } from "@latchkey/organization";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { log } from "./log.js";
export const auth = createAuth({ secret: process.env.AUTH_SECRET ?? "", database: sqlAdapter(await sqlite("own.db")), plugins: [organization()] });
`;
    const one = app({ ...apps["Next.js"], "lib/auth.ts": auth });
    expect((await one.run("init", "--yes", "--no-screens")).code).toBe(0);
    expect(one.read("lib/auth.ts")).toBe(auth);
    expect(one.read(".env")).toMatch(/^AUTH_SECRET=\S+\n$/);
    expect(one.read("lib/auth-client.ts")).toContain("organizationClient()");
    const server = ["@latchkey/organization", "@latchkey/core", "@latchkey/sql", "@node-rs/argon2"];
    expect(one.started).toEqual([`npm install ${server.join(" ")} @latchkey/client @latchkey/react`]);
    expect(existsSync(join(one.folder, "own.db"))).toBe(true);
  });

  test("pages that the user doesn't want", async () => {
    const asked: string[] = [];
    const confirm = async (question: string): Promise<boolean> =>
      !question.startsWith("Add sign-in") || asked.push(question) === 0;
    const one = app(apps["Next.js"], { person: { confirm, choose: async () => [] } });
    expect((await one.run("init")).code).toBe(0);
    expect([asked.length, existsSync(join(one.folder, "app/sign-in"))]).toEqual([1, false]);
  });

  test("the pages and the admin command in its output, if the app doesn't have them", async () => {
    const one = app(apps["Next.js"]);
    const { out } = await one.run("init", "--yes", "--plugins", "admin");
    expect(out).toContain("http://localhost:3000/sign-up creates your account\n");
    expect(out).toContain("npx @latchkey/cli admin create creates the first admin\n");
    const bare = await app(apps["Next.js"]).run("init", "--yes", "--no-screens");
    expect(bare.out).not.toMatch(/sign-up|admin create/);
  });

  test("packages, with --no-install", async () => {
    const one = app({ "package.json": manifest({}), "pnpm-lock.yaml": "" });
    const { out } = await one.run("init", "--yes", "--no-install");
    expect(one.started).toEqual([]);
    expect(out).toContain("To install: pnpm add @latchkey/core @latchkey/sql libsql @node-rs/argon2 @latchkey/node");
  });
});
