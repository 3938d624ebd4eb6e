/** Plans the files that turn an empty folder into an app. */

import { basename, resolve } from "node:path";
import type { Change } from "./changes.ts";

/** Plans `package.json` and `tsconfig.json` for a new app. */
export function planNewApp(folder: string): Change[] {
  const name =
    basename(resolve(folder))
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "app";
  const manifest = {
    name,
    private: true,
    type: "module",
    scripts: { dev: "tsx watch server.ts", start: "tsx server.ts", typecheck: "tsc" },
  };
  const configuration = {
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ["node"],
    },
  };
  return [
    { path: "package.json", before: null, after: json(manifest) },
    { path: "tsconfig.json", before: null, after: json(configuration) },
  ];
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
