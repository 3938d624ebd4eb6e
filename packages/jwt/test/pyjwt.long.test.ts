/** PyJWT, an independent library, verifies our tokens with our key set. */

import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { getService } from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jwt, type SigningAlgorithm } from "../src/index.ts";

const python = "/usr/bin/python3";
const hasPyJWT = spawnSync(python, ["-c", "import jwt, cryptography"]).status === 0;
const audience = "https://files.test";
const algorithms: readonly SigningAlgorithm[] = ["EdDSA", "ES256", "ES512", "RS256", "PS256"];

interface Task {
  readonly token: string;
  readonly audience?: string;
  readonly algorithms?: readonly string[];
}

type Result = { readonly claims: Record<string, unknown> } | { readonly error: string };

test("PyJWT is installed", () => {
  // Outside of CI, the other tests are skipped if it isn't installed.
  expect(hasPyJWT || process.env.CI !== "true").toBe(true);
});

describe.skipIf(!hasPyJWT)("PyJWT", () => {
  let app: Awaited<ReturnType<typeof start>>;
  const server = createServer((request, response) => {
    void app.auth.handler(new Request(`http://app.test${request.url}`)).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  });

  async function start() {
    const clock = () => new Date();
    return startAuth({ clock, plugins: [jwt({ allowedAudiences: [audience] })] });
  }

  beforeAll(async () => {
    app = await start();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** Runs PyJWT asynchronously, because this process serves the key set. */
  async function verify(tokens: readonly Task[]): Promise<Result[]> {
    const { port } = server.address() as AddressInfo;
    const jwksURL = `http://127.0.0.1:${port}/api/auth/jwks`;
    const complete = tokens.map((one) => ({ audience, algorithms, ...one }));
    const script = fileURLToPath(new URL("pyjwt.py", import.meta.url));
    const running = promisify(execFile)(python, [script]);
    running.child.stdin?.end(JSON.stringify({ jwksURL, issuer: "http://app.test", tokens: complete }));
    return JSON.parse((await running).stdout) as Result[];
  }

  test("verifies a token from /token with the keys from /jwks, and rejects it for another audience or if it was changed", async () => {
    const ann = app.browser();
    const { body } = await ann.signUp("ann@example.com");
    const { token } = (await ann.get<{ token: string }>(`/token?audience=${audience}`)).body;
    const [header, , signature] = token.split(".");
    const changed = [header, btoa(JSON.stringify({ sub: "root" })).replace(/=+$/, ""), signature].join(".");
    const results = await verify([
      { token },
      { token, audience: "https://other.test" },
      { token: changed },
      { token, algorithms: ["RS256"] },
    ]);
    expect(results[0]).toMatchObject({ claims: { sub: body.user.id, aud: audience, email: "ann@example.com" } });
    expect(results.slice(1)).toEqual([
      { error: "InvalidAudienceError" },
      { error: "InvalidSignatureError" },
      { error: "InvalidAlgorithmError" },
    ]);
  });

  test("verifies every algorithm, even after a rotation, and rejects tokens of a revoked key", async () => {
    const { $context: context, api } = app.auth;
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: "http://app.test", aud: audience, sub: "job", iat, exp: iat + 300 };
    const sign = (algorithm: string) =>
      getService(context, "tokenSigner").sign(context, { type: "JWT", claims, algorithm });
    const tokens = await Promise.all(algorithms.map(sign));
    await api.rotateSigningKeys();
    const only = (at: number) => ({ token: tokens[at] ?? "", algorithms: [algorithms[at] ?? ""] });
    const accepted = await verify(tokens.map((_, at) => only(at)));
    expect(accepted).toEqual(algorithms.map(() => ({ claims })));
    await api.rotateSigningKeys({ body: { alg: "ES256", compromised: true } });
    const [other, revoked] = await verify([only(0), only(1)]);
    expect([other, revoked]).toEqual([{ claims }, { error: "PyJWKClientError" }]);
  });
});
