/** Starts the showcase. Its data stay in `data/` between starts. */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { administrator } from "./administrator.ts";
import { startShowcase } from "./server.ts";

process.env.NODE_ENV ??= "development";

const data = fileURLToPath(new URL("../data/", import.meta.url));
mkdirSync(data, { recursive: true });

const { url } = await startShowcase({
  port: Number(process.env.PORT ?? 3000),
  secret: ownSecret(),
  file: `${data}showcase.db`,
  environment: process.env,
});
const { email, password } = administrator;
console.log(
  `\n  Latchkey showcase: ${url}\n  Its mail, users and requests: ${url}/api/auth/dev\n  Its administrator: ${email}, ${password}\n`,
);

/** Made at the first start and kept, so that sessions outlive the process. */
function ownSecret(): string {
  const file = `${data}secret`;
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}
