/** The apps that `init` runs in: an empty folder, and small apps from the frameworks' own guides. */

import { en } from "@latchkey/ui/locales";
import type { App } from "./app.ts";
import type { Visit } from "./browser.ts";

/** A starting point. */
export interface Starter {
  /** Sets up the app before Latchkey is added. */
  prepare(app: App): Promise<void>;
  /** The command that starts the server. */
  readonly start: string;
  /** Where the app runs. Default: a free port, which it gets as `PORT`. */
  readonly url?: string;
  /** Checks an app without pages for what is specific to it, with the cookies of a signed-in user. */
  check?(url: string, cookie: string): Promise<void>;
  /** What a new user finds in a browser. Missing if the app has no pages. */
  readonly visit?: Visit;
  /** The plugins to add. Default: none. */
  readonly plugins?: string;
  /** Other commands that must succeed. */
  readonly extraCommands?: readonly string[];
}

const empty: Starter = {
  prepare: async () => {},
  start: "npm start",
  extraCommands: ["npm run typecheck"],
  check: (url, cookie) => expectText(url, "Signed in as ann@example.com\n", { cookie }),
};

const express: Starter = {
  async prepare(app) {
    await app.run("npm init --yes && npm install express@4");
    app.write(
      "index.js",
      `const express = require("express");

const app = express();
app.use(express.json());
app.get("/", (request, response) => response.send("The shop"));
app.listen(process.env.PORT || 3000);
`,
    );
  },
  start: "node index.js",
  check: (url) => expectText(url, "The shop"),
};

const fastify: Starter = {
  async prepare(app) {
    app.write("package.json", JSON.stringify({ name: "shop", private: true, type: "module" }));
    await app.run("npm install fastify");
    app.write(
      "server.js",
      `import Fastify from "fastify";

const app = Fastify();
app.get("/", async () => "The shop");
await app.listen({ port: Number(process.env.PORT ?? 3000) });
`,
    );
  },
  start: "node server.js",
  check: (url) => expectText(url, "The shop"),
};

const hono: Starter = {
  async prepare(app) {
    app.write("package.json", JSON.stringify({ name: "shop", private: true, type: "module" }));
    await app.run("npm install hono @hono/node-server tsx typescript @types/node");
    const compilerOptions = { module: "nodenext", strict: true, noEmit: true, skipLibCheck: true, types: ["node"] };
    app.write("tsconfig.json", JSON.stringify({ compilerOptions }));
    app.write(
      "src/index.ts",
      `import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
app.get("/", (context) => context.text("The shop"));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
`,
    );
  },
  extraCommands: ["npx tsc"],
  start: "npx tsx src/index.ts",
  check: (url) => expectText(url, "The shop"),
};

const allPlugins = "admin,billing,organization,two-factor,username";

/** Vite's own template, which has no server. */
const vite: Starter = {
  async prepare(app) {
    await app.run("npm create --yes vite@latest shop -- --template react-ts --no-interactive");
    await app.run("mv shop/* shop/.[a-z]* . && npm install");
  },
  extraCommands: ["npm run build"],
  start: "npm run dev",
  url: "http://localhost:5173",
  visit: { home: "Get started", isGated: true, hasHomeLink: true },
};

const { organization: organizationTexts, billing: billingTexts } = en.plugins;

const pluginPages = {
  "/organization": organizationTexts.menu,
  "/billing": billingTexts.page.title,
  "/two-factor": /./,
};

/** A Vite app with a separate server. */
const viteExpress: Starter = {
  async prepare(app) {
    app.write("package.json", JSON.stringify({ name: "shop", private: true, type: "module" }));
    const packages = "express@5 vite@8 @vitejs/plugin-react@6 react react-dom tsx typescript@5.9.3";
    await app.run(`npm install ${packages} @types/node @types/express @types/react @types/react-dom`);
    const compilerOptions = {
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      strict: true,
      noEmit: true,
    };
    app.write(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: { ...compilerOptions, target: "es2022", skipLibCheck: true, types: ["vite/client", "node"] },
      }),
    );
    app.write("index.html", `<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>`);
    app.write(
      "vite.config.ts",
      `import react from "@vitejs/plugin-react";\nimport { defineConfig } from "vite";\n\nexport default defineConfig({\n  plugins: [react()],\n});\n`,
    );
    app.write(
      "src/main.tsx",
      `import { createRoot } from "react-dom/client";
import { App } from "./app";

createRoot(document.getElementById("root") as HTMLElement).render(<App />);
`,
    );
    app.write("src/app.tsx", "export function App() {\n  return <h1>The shop</h1>;\n}\n");
    app.write(
      "server/index.ts",
      `import express from "express";

const app = express();
app.get("/health", (_request, response) => void response.send("well"));
app.use(express.static("dist"));
app.get("/{*page}", (_request, response) => response.sendFile("index.html", { root: "dist" }));
app.listen(Number(process.env.PORT ?? 3000));
`,
    );
  },
  extraCommands: ["npx tsc", "npx vite build"],
  start: "npx tsx server/index.ts",
  visit: { home: "The shop", isGated: true },
};

const next: Starter = {
  async prepare(app) {
    app.write("package.json", JSON.stringify({ name: "shop", private: true, scripts: { dev: "next dev" } }));
    await app.run("npm install next react react-dom && npm install --save-dev typescript @types/react @types/node");
    app.write("app/page.tsx", `export default function Page() {\n  return <p>The shop</p>;\n}\n`);
    // As in the template of create-next-app.
    app.write("app/globals.css", "* {\n  box-sizing: border-box;\n  padding: 0;\n  margin: 0;\n}\n");
    app.write(
      "app/layout.tsx",
      `import "./globals.css";

export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
    );
    app.write(".gitignore", "node_modules\n.next\n.env*\n");
  },
  extraCommands: ["npx next build"],
  start: "npx next start",
  visit: { home: "The shop", isGated: false },
};

/** The same app with every plugin. */
function withPlugins(starter: Starter): Starter {
  return {
    ...starter,
    plugins: allPlugins,
    ...(starter.visit ? { visit: { ...starter.visit, pages: pluginPages } } : {}),
  };
}

/** By the names that the script accepts. */
export const starters: Readonly<Record<string, Starter>> = {
  empty,
  "empty-plugins": withPlugins(empty),
  express,
  "express-plugins": withPlugins(express),
  fastify,
  hono,
  vite,
  "vite-plugins": withPlugins(vite),
  "vite-express": viteExpress,
  next,
  "next-plugins": withPlugins(next),
};

async function expectText(
  url: string,
  expected: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const text = await (await fetch(url, { headers })).text();
  if (text !== expected) throw new Error(`The page says: ${text}`);
}
