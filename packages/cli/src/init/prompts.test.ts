/** Answers the real prompts of `init` with keys. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { keys, type Place, place, type Typist, typist } from "../../test/terminal.ts";

const { enter, space, down, no, ctrlC } = keys;
const plugins = "Which plugins do you need?";
const pages = "Add sign-in and account pages";
const apply = "Apply these changes?";

const viteFiles = {
  "package.json": JSON.stringify({
    name: "shop",
    type: "module",
    scripts: { dev: "vite" },
    dependencies: { react: "^19" },
    devDependencies: { vite: "^8", typescript: "^5" },
  }),
  "vite.config.ts": `import { defineConfig } from "vite";\nexport default defineConfig({ plugins: [] });\n`,
  "src/main.tsx": `import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";

createRoot(document.body).render(<App />);
`,
};

let app: Place;
afterEach(() => app.remove());

function appWith(files: Readonly<Record<string, string>>, { person }: Typist): Place {
  app = place(files, { person });
  return app;
}

describe("the prompts of init", () => {
  test("add the chosen plugins and pages to a Vite app", async () => {
    const user = typist([
      [plugins, space, down, down, space, enter],
      [pages, enter],
      [apply, enter],
    ]);
    const { code, out, error } = await appWith(viteFiles, user).run("init");
    expect([code, error]).toEqual([0, ""]);
    expect(app.read("auth.ts")).toContain("plugins: [twoFactor(), organization()]");
    expect(app.read("src/auth-pages.tsx")).toContain("plugins={plugins}");
    expect(out).toContain("Detected Node.js, Vite, React, TypeScript, npm.");
    expect(out).toMatch(/^New files: .*auth\.ts.*$/m);
    expect(out).toMatch(/^Changed files: .*src\/main\.tsx.*$/m);
  });

  test("add a plugin that a chosen plugin requires, before that plugin", async () => {
    const user = typist([[apply, enter]]);
    expect((await appWith({}, user).run("init", "--plugins", "oauth-provider")).code).toBe(0);
    expect(app.read("auth.ts")).toContain("plugins: [jwt(), oauthProvider(");
    expect(app.started.join()).toContain("@latchkey/jwt @latchkey/oauth-provider");
  });

  test("add the organization plugin for directories", async () => {
    const user = typist([
      [pages, no],
      [apply, enter],
    ]);
    expect((await appWith(viteFiles, user).run("init", "--plugins", "scim")).code).toBe(0);
    expect(app.read("auth.ts")).toContain("plugins: [organization(), scim()]");
    expect(app.read("auth.ts")).toContain('import { scim } from "@latchkey/scim";');
  });

  test("add no plugins or pages if the user wants none", async () => {
    const user = typist([
      [plugins, enter],
      [pages, no],
      [apply, enter],
    ]);
    expect((await appWith(viteFiles, user).run("init")).code).toBe(0);
    expect(app.read("auth.ts")).not.toContain("plugins:");
    expect(existsSync(join(app.folder, "src/auth-pages.tsx"))).toBe(false);
    expect(app.started.join(" ")).not.toContain("@latchkey/ui");
  });

  test("set up an empty folder without asking about pages", async () => {
    const user = typist([
      [plugins, enter],
      [apply, enter],
    ]);
    const { code, out } = await appWith({}, user).run("init");
    expect([code, existsSync(join(app.folder, "server.ts"))]).toEqual([0, true]);
    expect(out).toContain("This folder is empty. Creating a Node.js app with TypeScript.");
    expect(user.shown()).not.toContain(pages);
  });

  test.each([
    ["Ctrl+C at the first question", [[plugins, ctrlC]]],
    [
      "Ctrl+C at the last question",
      [
        [plugins, enter],
        [apply, ctrlC],
      ],
    ],
    [
      "No at the last question",
      [
        [plugins, enter],
        [apply, no],
      ],
    ],
  ] as const)("write nothing after %s", async (_, answers) => {
    const { code, error } = await appWith({}, typist(answers)).run("init");
    expect([code, error]).toEqual([1, "Canceled. Nothing was changed."]);
    expect([readdirSync(app.folder), app.started]).toEqual([[], []]);
  });

  test("aren't shown for choices that a flag makes, or for plugins if there's an auth file", async () => {
    const first = typist([[apply, enter]]);
    expect((await appWith({}, first).run("init", "--plugins", "username")).code).toBe(0);
    expect([first.shown().includes(plugins), app.read("auth.ts").includes("username()")]).toEqual([false, true]);
    const files = { "package.json": app.read("package.json"), "auth.ts": app.read("auth.ts") };
    app.remove();
    const second = typist([[apply, enter]]);
    expect((await appWith(files, second).run("init")).code).toBe(0);
    expect(second.shown()).not.toContain(plugins);
  });
});
