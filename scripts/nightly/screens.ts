/**
 * Copies every component into a new app with `shadcn add`, as a new user would, then type-checks and builds the app:
 * `npx tsx scripts/nightly/screens.ts`, after `npm run build`. Third-party packages come from the network.
 */

import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeApp } from "./app.ts";
import { serveWorkspace } from "./registry.ts";

/** The version whose schemas and command this was tested with. */
const shadcn = "shadcn@4.23.0";
const where = "./node_modules/@latchkey/ui/dist/registry";

const own = ["ui", "react", "client", "core", "organization", "admin", "billing", "two-factor", "username"];
const packages = {
  runtime: ["react@19", "react-dom@19", ...own.map((name) => `@latchkey/${name}`)],
  development: ["typescript@5", "@types/react@19", "@types/react-dom@19", "vite@8", shadcn],
};

const components = {
  style: "new-york",
  rsc: false,
  tsx: true,
  tailwind: { config: "", css: "src/index.css", baseColor: "neutral", cssVariables: true },
  aliases: { components: "@/components", utils: "@/lib/utils", ui: "@/components/ui", lib: "@/lib", hooks: "@/hooks" },
};

const compilerOptions = {
  target: "ES2022",
  module: "ESNext",
  moduleResolution: "bundler",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  jsx: "react-jsx",
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  paths: { "@/*": ["./src/*"] },
};

/** Validates each item with the schema from shadcn's own package. */
const validate = `import { readdirSync, readFileSync } from "node:fs";
import { registryItemSchema, registrySchema } from "shadcn/schema";
const folder = ${JSON.stringify(where)};
for (const file of readdirSync(folder)) {
  const schema = file === "registry.json" ? registrySchema : registryItemSchema;
  schema.parse(JSON.parse(readFileSync(folder + "/" + file, "utf8")));
}`;

const main = `import { createAuthClient } from "@latchkey/react";
import { createRoot } from "react-dom/client";
import "./components/latchkey/styles.css";
import { Account } from "./components/latchkey/account/account";
import { AuthUiProvider } from "./components/latchkey/provider/provider";

const client = createAuthClient({ baseURL: location.origin });
createRoot(document.body).render(
  <AuthUiProvider client={client}>
    <Account />
  </AuthUiProvider>,
);
`;

/** shadcn always requests colors from its own site. Our files don't use them, so this fakes the response. */
const colors = { light: {}, dark: {} };
const site = createServer((_, response) => {
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({ inlineColors: colors, cssVars: colors, inlineColorsTemplate: "", cssVarsTemplate: "" }),
  );
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/r`;

const registry = await serveWorkspace();
const app = makeApp(registry.npmrc);
try {
  app.write("package.json", JSON.stringify({ name: "copied", private: true, type: "module" }));
  app.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
  app.write("components.json", JSON.stringify(components));
  app.write("vite.config.ts", "export default {};\n");
  app.write("src/index.css", "");
  app.write("src/vite-env.d.ts", `declare module "*.css";\n`);
  app.write("src/main.tsx", main);
  app.write("index.html", `<body><script type="module" src="/src/main.tsx"></script></body>`);
  app.write("validate.mjs", validate);
  await app.run(`npm install ${packages.runtime.join(" ")}`);
  await app.run(`npm install --save-dev ${packages.development.join(" ")}`);
  await app.run("node validate.mjs");
  const items = readdirSync(`${app.folder}/${where}`).filter((file) => file !== "registry.json");
  console.log(`${items.length} items fit the schema.`);
  await app.run(
    `REGISTRY_URL=${address} npx shadcn add --yes --overwrite ${items.map((file) => `${where}/${file}`).join(" ")}`,
  );
  await app.run("npx tsc");
  await app.run("npx vite build");
  console.log(`${items.length} items were copied by ${shadcn}, and the app type-checks and builds.`);
} finally {
  await app.remove();
  await registry.close();
  site.close();
}
