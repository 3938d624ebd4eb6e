/**
 * Fails if a package that apps install with Latchkey has a known vulnerability: `tsx scripts/nightly/audit.ts`. Installs
 * every package as it would be published, and asks npm's registry for advisories. Needs a build.
 */

import { makeApp } from "./app.ts";
import { serveWorkspace } from "./registry.ts";

const registry = await serveWorkspace();
const app = makeApp(registry.npmrc);
try {
  app.write("package.json", JSON.stringify({ name: "app", private: true }));
  // Peer dependencies, such as React and database drivers, are the app's own choice.
  await app.run(`npm install --legacy-peer-deps ${registry.names.join(" ")}`);
  const { code, output } = await app.tryRun("npm audit");
  console.log(output);
  process.exitCode = code;
} finally {
  await app.remove();
  await registry.close();
}
