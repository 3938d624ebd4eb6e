/** Tests `init` in the app that `npm create vite` makes, which has no server. */

import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type InvitationMail, organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Place, place, type Surroundings } from "../../test/terminal.ts";
import { parse } from "../source/parse.ts";
import { tryApp } from "../try-app.ts";
import { nextAuthPagesStyles } from "./page-styles.ts";
import { pagesOf } from "./screens.ts";

const password = "a few words in a row";
const places: Place[] = [];
afterEach(() => {
  for (const one of places.splice(0)) one.remove();
});

const main = `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`;

/** The files of `npm create vite@9 -- --template react-ts` that matter here. */
const template: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify(
    {
      name: "app",
      type: "module",
      scripts: { dev: "vite", build: "tsc -b && vite build" },
      dependencies: { react: "^19", "react-dom": "^19" },
      devDependencies: { "@types/node": "^24", typescript: "~7.0.2", vite: "^8" },
    },
    null,
    2,
  )}\n`,
  "tsconfig.json": `{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }`,
  "tsconfig.app.json": `{ "compilerOptions": { "types": ["vite/client"], "allowImportingTsExtensions": true }, "include": ["src"] }`,
  "tsconfig.node.json": `{\n  "compilerOptions": { "types": ["node"], /* Bundler mode */ "allowImportingTsExtensions": true },\n  "include": ["vite.config.ts"]\n}\n`,
  "vite.config.ts": viteConfig("plugins: []"),
  ".gitignore": "node_modules\n*.local\n",
  "src/main.tsx": main,
};

function viteConfig(options: string): string {
  return `import { defineConfig } from 'vite'\n\nexport default defineConfig({\n  ${options},\n})\n`;
}

function app(changes: Readonly<Record<string, string>> = {}, surroundings?: Surroundings): Place {
  const made = place({ ...template, ...changes }, surroundings);
  places.push(made);
  return made;
}

describe("latchkey init in a new Vite app", () => {
  test("adds a server that dev starts together with Vite, and calls it through Vite", async () => {
    const one = app();
    const { code, out } = await one.run("init", "--yes");
    expect(code).toBe(0);
    expect(JSON.parse(one.read("package.json")).scripts).toEqual({
      dev: 'concurrently --kill-others "npm:dev:*"',
      "dev:web": "vite",
      "dev:api": "tsx watch server.ts",
      build: "tsc -b && vite build",
    });
    expect(one.read("server.ts")).toContain('import { auth } from "./auth.ts";');
    expect(one.read("tsconfig.node.json")).toContain('"include": ["vite.config.ts", "auth.ts", "server.ts"]');
    expect(one.started[1]).toBe("npm install --save-dev concurrently tsx");
    expect(one.tried).toEqual(["npm run dev: http://localhost:5173/api/auth/ok"]);
    expect(out).toContain('http://localhost:5173/api/auth/ok responded with {"ok":true}');
    expect(out).not.toContain("To do");
  });

  test("says that another app is on the port, and that the app wasn't checked", async () => {
    const { auth } = await startAuth();
    const server = createServer(async ({ url = "/" }, response) => {
      const sent = await auth.handler(new Request(`${auth.$context.settings.origin}${url}`));
      response.end(await sent.text());
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const one = app({ "vite.config.ts": viteConfig(`server: { port: ${port} }`) }, { tryApp });
    const { code, out, error } = await one.run("init", "--yes");
    server.close();
    expect([code, one.tried]).toEqual([1, [`npm run dev: http://localhost:${port}/api/auth/ok`]]);
    expect(error).toContain(
      `Couldn't check your app at http://localhost:${port}/api/auth/ok. A Latchkey app responded, but it has a different secret or runs in production mode.`,
    );
    expect(out).not.toContain('responded with {"ok":true}');
  });

  test("keeps NODE_ENV out of the file that the page's build reads", async () => {
    const one = app();
    await one.run("init", "--yes");
    expect(one.read(".env.local")).not.toContain("NODE_ENV");
    expect(one.read(".env.development.local")).toBe("NODE_ENV=development\n");
    expect(one.read("auth.ts")).toContain('for (const path of [".env.development.local", ".env.local", ".env"])');
    expect(one.read(".gitignore")).toBe("node_modules\n*.local\napp.db*\n");
  });

  test("shows the auth pages around the app, in the style of its main file", async () => {
    const one = app();
    await one.run("init", "--yes");
    expect(one.read("src/main.tsx")).toBe(
      main
        .replace("'./App.tsx'\n", "'./App.tsx'\nimport { AuthPages } from './auth-pages.tsx'\n")
        .replace("    <App />", "    <AuthPages>\n      <App />\n    </AuthPages>"),
    );
    expect(one.read("src/auth-pages.tsx")).toContain('<a className="auth-home-link" href="/">Home</a>');
    // The auth file's types need Node.js types, which the page's configuration leaves out.
    expect(one.read("src/auth-client.ts")).not.toContain("typeof auth");
  });

  test.each([
    ["several elements", `import App from "./App";\nroot.render(<StrictMode><A /><B /></StrictMode>);\n`],
    ["two roots", `import App from "./App";\na.render(<App />);\nb.render(<App />);\n`],
    ["no element", `import { start } from "./start";\nstart();\n`],
  ])("leaves a main file with %s to the user", async (_, text) => {
    const one = app({ "src/main.tsx": text });
    const { out } = await one.run("init", "--yes");
    expect(one.read("src/main.tsx")).toBe(text);
    expect(out).toContain("To do: Wrap what your app renders");
  });

  test("keeps the app's element styles away from the classes of pages, dialogs, and menus", async () => {
    const one = app();
    await one.run("init", "--yes");
    expect(one.read("src/auth-pages.css")).toContain(nextAuthPagesStyles);
    const classes = new Set(nextAuthPagesStyles.match(/\.lk-[a-z]+/g));
    expect([...classes]).toEqual(expect.arrayContaining([".lk-page", ".lk-dialog", ".lk-menu"]));
    const folder = new URL("../../../ui/src/styles/", import.meta.url);
    const styles = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
    const styled = new Set(styles.flatMap((sheet) => sheet.match(/\.lk-[a-z]+(?![\w-])/g) ?? []));
    expect([...classes].filter((name) => !styled.has(name))).toEqual([]);
  }, 20_000);

  test("leaves a dev script that starts something else to the user", async () => {
    const scripts = { dev: "vite & node api.js" };
    const one = app({ "package.json": JSON.stringify({ ...JSON.parse(template["package.json"] ?? ""), scripts }) });
    const { out } = await one.run("init", "--yes");
    expect(JSON.parse(one.read("package.json")).scripts).toEqual(scripts);
    expect([one.tried, out]).toEqual([[], expect.stringContaining("Start server.ts together with Vite")]);
  });

  test("starts an existing server together with Vite, and uses the port from its configuration", async () => {
    const manifest = JSON.parse(template["package.json"] ?? "");
    const one = app({
      "package.json": JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, express: "^5" } }),
      "server/index.ts": `import express from "express";\n\nconst app = express();\napp.listen(4000);\n`,
      "vite.config.ts": `import { defineConfig } from 'vite'\n\nexport default defineConfig({ server: { port: 8080 } })\n`,
    });
    await one.run("init", "--yes");
    expect(JSON.parse(one.read("package.json")).scripts["dev:api"]).toBe("tsx watch server/index.ts");
    expect(one.read(".env.local")).toContain("AUTH_URL=http://localhost:8080");
    expect(one.tried).toEqual(["npm run dev: http://localhost:8080/api/auth/ok"]);
    expect(one.read("vite.config.ts")).toContain(
      `server: { port: 8080, proxy: { "/api": { target: "http://localhost:4000", xfwd: true } } }`,
    );
  });

  test.each(["@tanstack/react-start", "@sveltejs/kit"])("doesn't treat an app with %s as a plain one", async (name) => {
    const manifest = JSON.parse(template["package.json"] ?? "");
    const one = app({ "package.json": JSON.stringify({ ...manifest, dependencies: { [name]: "^1" } }) });
    const { code, error } = await one.run("init", "--yes");
    expect([code, error]).toEqual([1, expect.stringContaining("init can't set up")]);
    expect(() => one.read("server.ts")).toThrow("ENOENT");
  });

  test("leaves an existing server alone if a script starts it", async () => {
    const manifest = JSON.parse(template["package.json"] ?? "");
    const scripts = { dev: "vite", server: "tsx watch server" };
    const one = app({
      "package.json": JSON.stringify({ ...manifest, scripts, dependencies: { express: "^5" } }),
      "server/index.ts": `import express from "express";\n\nconst app = express();\napp.listen(4000);\n`,
    });
    await one.run("init", "--yes");
    expect(JSON.parse(one.read("package.json")).scripts).toEqual(scripts);
  });

  test("puts the invitation page where invitation links lead", async () => {
    const one = app();
    await one.run("init", "--yes", "--plugins", "organization");
    expect(one.read("src/auth-pages.tsx")).toContain('case "/accept-invitation":\n      return <AcceptInvitation />;');
    const links: string[] = [];
    const sendInvitationEmail = async ({ url }: InvitationMail): Promise<void> =>
      void links.push(new URL(url).pathname);
    const server = await startAuth({ plugins: [organization({ sendInvitationEmail })] });
    const { api } = server.auth;
    const { token, user } = await api.signUpEmail({ body: { name: "Ann", email: "ann@example.com", password } });
    const { id: organizationId } = await api.createOrganization({
      body: { name: "Acme", slug: "acme", userId: user.id },
    });
    const headers = { authorization: `Bearer ${token}` };
    await api.createInvitation({ headers, body: { organizationId, email: "bob@example.com", role: "member" } });
    await vi.waitFor(() => expect(links).toEqual(["/accept-invitation"]));
  });

  test("adds each plugin's server, client, and UI parts", async () => {
    const one = app();
    await one.run("init", "--yes", "--plugins", "admin,billing,organization,two-factor,username");
    for (const [id, name] of Object.entries({
      admin: "admin",
      billing: "billing",
      organization: "organization",
      "two-factor": "twoFactor",
      username: "username",
    })) {
      expect(one.read("auth.ts")).toContain(`import { ${name} } from "@latchkey/${id}";`);
      expect(one.read("src/auth-client.ts")).toContain(`${name}Client()`);
      expect(one.read("src/auth-pages.tsx")).toMatch(new RegExp(`const plugins = \\[.*${name}Ui\\(`));
    }
    expect(() => parse("auth-pages.tsx", one.read("src/auth-pages.tsx"))).not.toThrow();
    // The billing plugin doesn't start without a secret.
    expect(one.read(".env.local")).toMatch(/^BILLING_WEBHOOK_SECRET=whsec_\S{44}$/m);
  });

  test("enables organizations' webhooks if the organization plugin is chosen", async () => {
    const one = app();
    await one.run("init", "--yes", "--plugins", "organization,events");
    expect(one.read("auth.ts")).toContain("plugins: [organization(), events({ organizations: true })]");
    expect(one.read("src/auth-client.ts")).toContain("eventsClient()");
    expect(one.read("src/auth-pages.tsx")).toContain("const plugins = [organizationUi(), eventsUi()];");
    const site = app();
    await site.run("init", "--yes", "--plugins", "events");
    expect(site.read("auth.ts")).toContain("plugins: [events()]");
  });

  test("adds passwordless plugins with their server, client, and UI parts, and logs texts and links", async () => {
    const one = app();
    const ids = {
      anonymous: "anonymous",
      "email-otp": "emailOtp",
      "magic-link": "magicLink",
      "multi-session": "multiSession",
      passkey: "passkey",
      "phone-number": "phoneNumber",
      "step-up": "stepUp",
    };
    const { code } = await one.run("init", "--yes", "--plugins", Object.keys(ids).join(","));
    expect(code).toBe(0);
    const [server, client, pages] = [
      one.read("auth.ts"),
      one.read("src/auth-client.ts"),
      one.read("src/auth-pages.tsx"),
    ];
    for (const [id, name] of Object.entries(ids)) {
      expect(
        [server, client].map((text) => text.includes(`"@latchkey/${id}`)),
        id,
      ).toEqual([true, true]);
      expect(pages).toMatch(new RegExp(`const plugins = \\[.*${name}Ui\\(`));
    }
    for (const sender of ["sendVerificationOTP", "sendMagicLink", "sendOTP"]) expect(server).toContain(`${sender}: (`);
    expect(pages).toContain('case "/magic-link":');
    expect(() => parse("auth-pages.tsx", pages)).not.toThrow();
  });

  test("--no-start installs, but doesn't start the app", async () => {
    const one = app();
    const { out } = await one.run("init", "--yes", "--no-start");
    expect([one.started.length, one.tried]).toEqual([2, []]);
    expect(out).toContain("curl http://localhost:5173/api/auth/ok");
  });
});

test("the generated pages use components that exist", () => {
  const pages = pagesOf({ plugins: ["admin", "billing", "magic-link", "organization", "two-factor", "username"] });
  expect(pages.length).toBeGreaterThan(10);
  for (const { component, from } of pages) {
    const folder = from.replace("@latchkey/ui", "ui/src");
    const index = readFileSync(fileURLToPath(new URL(`../../../${folder}/index.ts`, import.meta.url)), "utf8");
    expect(index, component).toMatch(new RegExp(`\\b${component}\\b`));
  }
});
