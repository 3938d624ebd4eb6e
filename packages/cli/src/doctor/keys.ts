/** Tests a rotation of the keys that sign tokens, with the app's settings. */

import { createAuth, memoryAdapter } from "@latchkey/core";
import { type JwtOptions, jwt } from "@latchkey/jwt";
import { keyOptions } from "../keys/command.ts";
import type { Target } from "../project/target.ts";
import { makeSecret } from "../secret.ts";
import type { Finding } from "./finding.ts";

interface Step {
  readonly name: string;
  readonly passed: boolean;
}

/** @returns the findings, or none without `jwt()` or if another service manages the keys */
export async function checkKeys(
  target: Pick<Target, "authFile" | "plugins">,
  test: typeof testRotation = testRotation,
): Promise<Finding[]> {
  const options = keyOptions(target);
  if (!target.plugins.includes("jwt") || options.jwks?.remoteUrl !== undefined) return [];
  const problem = await test(options).then(describeFailures, (error: unknown) => String(error));
  if (problem === null) return [];
  return [
    {
      id: "configuration.key-rotation",
      severity: "error",
      title: "A rotation of the signing keys would fail with the app's settings.",
      detail: problem,
      step: "Correct jwt.jwks in the auth file, then run: npx @latchkey/cli keys test",
    },
  ];
}

/** Simulates a rotation. Needs neither the app's database nor its secret. */
async function testRotation(options: JwtOptions): Promise<readonly Step[]> {
  const auth = createAuth({
    baseURL: "http://localhost",
    secret: makeSecret(),
    logger: { disabled: true },
    database: memoryAdapter(),
    plugins: [jwt(options)],
  });
  return auth.api.testKeyRotation();
}

function describeFailures(steps: readonly Step[]): string | null {
  const failed = steps.filter(({ passed }) => !passed).map(({ name }) => name);
  return failed.length === 0 ? null : `Failed: ${failed.join(". ")}.`;
}
