/** Tests an app with several packages that emit declarations. Each package can name what another exports. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { appWith, official } from "./official.ts";

const here: string = fileURLToPath(new URL(".", import.meta.url));
// In this folder, so that packages are resolved by their declarations, like in an app.
const root: string = mkdtempSync(join(here, ".monorepo-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const tsc: string = createRequire(import.meta.url).resolve("typescript/bin/tsc");

function write(path: string, content: string | object): void {
  const at = join(root, path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, typeof content === "string" ? content : JSON.stringify(content));
}

/** A package of the monorepo, at `packages/NAME`. */
function addPackage(name: string, source: string, options: object, needs: readonly string[] = []): void {
  const folder = `packages/${name}`;
  const entry = { types: "./dist/index.d.ts", default: "./dist/index.js" };
  write(`${folder}/package.json`, { name: `@app/${name}`, type: "module", exports: { ".": entry } });
  const compilerOptions = { ...options, composite: true, declaration: true, outDir: "dist", rootDir: "src" };
  const references = needs.map((other) => ({ path: `../${other}` }));
  write(`${folder}/tsconfig.json`, {
    extends: "../../tsconfig.base.json",
    compilerOptions,
    include: ["src"],
    references,
  });
  write(`${folder}/src/index.ts`, source);
  mkdirSync(join(root, "node_modules/@app"), { recursive: true });
  symlinkSync(join(root, folder), join(root, "node_modules/@app", name));
}

/**
 * Builds a package and its references.
 * @returns the compiler's errors
 */
function build(name: string): string {
  try {
    return execFileSync(process.execPath, [tsc, "-b", `packages/${name}`], { cwd: root }).toString();
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? error);
  }
}

const useOfBoth = `
import { auth, client, type S, type U } from "@app/auth";

export const server = auth;
export const browser = client;
export const { signIn, useSession, useActiveOrganization } = client;
export const sign = client.signIn;
export const organizations = auth.api.createOrganization;
export const call = { auth, client } as const;
export async function whoIs(headers: Headers) {
  return auth.api.getSession({ headers });
}
export async function enter(email: string, password: string) {
  const { data, error } = await client.signIn.email({ email, password });
  return error ? error.code : data;
}
export function role(user: U, session: S): string | null {
  return user.role ?? session.activeOrganizationId;
}
`;

test.each([
  ["a bundler's resolution", { module: "ESNext", moduleResolution: "bundler" }],
  ["Node's resolution", { module: "NodeNext", moduleResolution: "nodenext" }],
])("another package can name the types of auth and client with all official plugins, with %s", (name, resolution) => {
  write("tsconfig.base.json", {
    compilerOptions: {
      target: "ES2023",
      lib: ["ES2023", "DOM"],
      types: [],
      strict: true,
      skipLibCheck: true,
      ...resolution,
    },
  });
  const suffix = resolution.moduleResolution;
  addPackage(`auth-${suffix}`, appWith(official), {});
  addPackage(`app-${suffix}`, useOfBoth.replace("@app/auth", `@app/auth-${suffix}`), {}, [`auth-${suffix}`]);

  expect(build(`app-${suffix}`), name).toBe("");

  for (const folder of [`auth-${suffix}`, `app-${suffix}`]) {
    const text = readFileSync(join(root, "packages", folder, "dist/index.d.ts"), "utf8");
    expect(text).not.toMatch(/\bany\b/);
    const imported = [...text.matchAll(/(?:import\(|from )"([^"]+)"/g)].map(([, from]) => from);
    // Only packages that the app has installed itself.
    expect(imported.filter((from) => !/^@(?:latchkey|app)\//.test(from ?? ""))).toEqual([]);
  }
});
