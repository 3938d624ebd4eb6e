/** Runs PySAML2 and xmlsec1, to check this library's messages with independent implementations. */

import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("pysaml2_idp.py", import.meta.url));
/** Debian's packages are installed for its own Python. */
const python = "/usr/bin/python3";

/** Whether PySAML2 and xmlsec1 are installed. With `CI=true`, it's an error if they aren't. */
export function hasPySaml2(): boolean {
  const isThere =
    spawnSync(python, ["-c", "import saml2"]).status === 0 && spawnSync("/usr/bin/xmlsec1", ["--version"]).status === 0;
  if (!isThere && process.env.CI === "true") throw new Error("CI needs python3-pysaml2 and xmlsec1.");
  return isThere;
}

/**
 * Starts the identity provider. Importing PySAML2 takes a long time, so one process runs all tasks until it's stopped.
 */
export function startPySaml2() {
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run<Result>(task: object): Promise<Result> {
      child.stdin.write(`${JSON.stringify(task)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("PySAML2 has ended.");
      const { error, ...result } = JSON.parse(value) as Result & { readonly error?: string };
      if (error !== undefined) throw new Error(`PySAML2 failed: ${error}`);
      return result as Result;
    },
    stop: () => void child.stdin.end(),
  };
}

/** Runs xmlsec1, and returns its standard output. */
export function runXmlsec(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("/usr/bin/xmlsec1", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`xmlsec1 failed: ${stderr.slice(-2000)}`);
  return stdout;
}
