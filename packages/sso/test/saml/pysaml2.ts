/** Runs PySAML2 and xmlsec1, which others wrote: they judge what this library sends and accepts. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("pysaml2_idp.py", import.meta.url));
/** Debian's own Python has its packages. */
const python = "/usr/bin/python3";

/** Whether PySAML2 and xmlsec1 are installed. With `CI=true`, it's an error if they aren't. */
export function hasPySaml2(): boolean {
  const isThere =
    spawnSync(python, ["-c", "import saml2"]).status === 0 && spawnSync("/usr/bin/xmlsec1", ["--version"]).status === 0;
  if (!isThere && process.env.CI === "true") throw new Error("CI needs python3-pysaml2 and xmlsec1.");
  return isThere;
}

/** Runs the identity provider for one task. */
export function runPySaml2<Result>(task: object): Result {
  const { status, stdout, stderr } = spawnSync(python, [script], { input: JSON.stringify(task), encoding: "utf8" });
  if (status !== 0) throw new Error(`PySAML2 failed: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as Result;
}

/** Runs xmlsec1, and returns its standard output. */
export function runXmlsec(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("/usr/bin/xmlsec1", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`xmlsec1 failed: ${stderr.slice(-2000)}`);
  return stdout;
}
