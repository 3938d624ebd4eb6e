/** Starts the cluster. Its database and its secret persist between starts. */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startCluster } from "./cluster.ts";

process.env.NODE_ENV ??= "development";
const { NODES = "4", PORT = "3000", POSTGRES_URL, REDIS_URL } = process.env;

const cluster = await startCluster({
  nodes: Number(NODES),
  port: Number(PORT),
  database: POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/latchkey_cluster",
  redis: REDIS_URL ?? "redis://127.0.0.1:6379",
  prefix: "latchkey-cluster",
  secrets: [ownSecret()],
  onMail: ({ kind, to, url }) => console.log(`  mail to ${to} (${kind}): ${url}`),
  onNode: (at, port) => console.log(`  node-${at} ${port === null ? "has exited" : `serves on port ${port}`}`),
});
console.log(`\n  ${cluster.size} nodes behind ${cluster.url}/api/auth\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await cluster.close();
    process.exit(0);
  });
}

/** Creates the secret at the first start and keeps it, so that sessions survive a restart. */
function ownSecret(): string {
  const folder = fileURLToPath(new URL("../data/", import.meta.url));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(`${folder}secret`)) {
    writeFileSync(`${folder}secret`, randomBytes(32).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(`${folder}secret`, "utf8");
}
