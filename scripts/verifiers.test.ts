/**
 * Tests that services that only verify tokens need no package except `jose`, and no request except the one for the
 * keys.
 */

import { fileURLToPath } from "node:url";
import { jwt } from "@latchkey/jwt";
import { startAuth, testOrigin } from "@latchkey/test-kit";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles an entry as for a service that has nothing but the package and what it imports. */
async function bundle(entry: string): Promise<{ readonly code: string; readonly packages: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${root}packages/${entry}`],
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    write: false,
    format: "esm",
    platform: "neutral",
    tsconfig: `${root}tsconfig.json`,
  });
  const [output] = Object.values(metafile.outputs);
  // On a neutral platform, a module of Node.js would stay an import or fail the build.
  expect(output?.imports).toEqual([]);
  const packages = Object.keys(metafile.inputs).map(
    (file) => /^packages\/[\w-]+|[\w-]+(?=\/dist\/)/.exec(file)?.[0] ?? file,
  );
  return { code: outputFiles[0]?.text ?? "", packages: [...new Set(packages)].sort() };
}

test("@latchkey/jwt/verify needs only jose, and verifies tokens with one read of the keys", async () => {
  const { code, packages } = await bundle("jwt/src/verify.ts");
  expect(packages).toEqual(["jose", "packages/jwt"]);

  const module: typeof import("@latchkey/jwt/verify") = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  const { auth, browser, clock } = await startAuth({ plugins: [jwt({ jwks: { keyPairConfig: { alg: "ES256" } } })] });
  const calls: string[] = [];
  const verifier = module.createTokenVerifier({
    issuer: testOrigin,
    audience: testOrigin,
    allowHttp: true,
    now: clock.now,
    fetch: (url, init) => {
      calls.push(String(url));
      return auth.handler(new Request(url, { ...init, signal: null }));
    },
  });
  for (const email of ["ann@example.com", "bob@example.com"]) {
    const user = browser();
    await user.signUp(email);
    const { token } = (await user.get<{ readonly token: string }>("/token")).body;
    expect(await verifier.verify(token)).toMatchObject({ email });
    const forged = `${token.slice(0, -8)}AAAAAAAA`;
    await expect(verifier.verify(forged)).rejects.toMatchObject({ reason: "signature" });
  }
  expect(calls).toEqual([`${testOrigin}/api/auth/jwks`]);
});

test("@latchkey/oauth-provider/resource needs only jose and the verifier", async () => {
  const { packages } = await bundle("oauth-provider/src/resource.ts");
  expect(packages).toEqual(["jose", "packages/jwt", "packages/oauth-provider"]);
});
