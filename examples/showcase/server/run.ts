/** Builds the pages, starts the showcase, and says where it is. Its data persists in `data/`. */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { PaymentProviderName } from "./payments.ts";
import { administrator } from "./people.ts";
import { type RunningShowcase, type ShowcaseOptions, startShowcase } from "./server.ts";

const data = fileURLToPath(new URL("../data/", import.meta.url));

/** Starts the showcase for development. @param options such as an MCP server to issue tokens for */
export async function runShowcase(options: Pick<ShowcaseOptions, "mcpServer"> = {}): Promise<RunningShowcase> {
  process.env.NODE_ENV ??= "development";
  mkdirSync(data, { recursive: true, mode: 0o700 });
  console.log("Building the pages…");
  await build({ root: fileURLToPath(new URL("..", import.meta.url)), logLevel: "warn" });
  console.log("Starting the servers…");
  const paymentProvider = (process.env.PAYMENTS ?? "polar") as PaymentProviderName;
  const file = `${data}${paymentProvider === "stripe" ? "stripe" : "showcase"}.db`;
  // The fake Stripe forgets everything on exit, so the users start over, too.
  if (paymentProvider === "stripe") for (const end of ["", "-shm", "-wal"]) rmSync(file + end, { force: true });
  const showcase = await startShowcase({
    port: Number(process.env.PORT ?? 3000),
    secret: ownSecret(),
    file,
    paymentProvider,
    paymentsFile: `${data}payments.json`,
    environment: process.env,
    ...options,
  });
  const { url, consoleURL, issuer, payments, secondApp } = showcase;
  const { email, password } = administrator;
  console.log(`
  Open the showcase:                      ${url}

  Dev console (emails, users, requests):  ${consoleURL}
  Admin sign-in:                          ${email}, password "${password}"
  Pricing:                                ${url}/pricing (no real payments)
  Payment provider controls:              ${payments.controls}
  Local identity provider:                ${issuer}
  Scrapbook, which signs in with it:      ${secondApp}

  Press Ctrl+C to stop.
`);
  return showcase;
}

/** Creates the secret on the first start and keeps it, so that sessions survive a restart. */
function ownSecret(): string {
  const file = `${data}secret`;
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}
