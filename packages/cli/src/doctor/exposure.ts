/** Checks for files with secrets that git would publish with the source. */

import { parseEnv } from "node:util";
import { environmentFiles } from "../project/environment.ts";
import { isIgnored, isInRepository, isTracked } from "../project/gitignore.ts";
import { textOf } from "../project/project.ts";
import type { Finding } from "./finding.ts";

/**
 * @param folder the app's folder
 */
export function checkExposure(folder: string): Finding[] {
  if (!isInRepository(folder)) return [];
  const exposed = environmentFiles.filter((file) => {
    const text = textOf(folder, file);
    return text !== null && holdsSecret(text) && (!isIgnored(folder, file) || isTracked(folder, file));
  });
  return exposed.map((file) => ({
    id: "configuration.environment-not-ignored",
    severity: "error",
    title: `${file} contains a secret, and git tracks it or would add it.`,
    step: `echo "${file}" >> .gitignore && git rm --cached --ignore-unmatch ${file}`,
  }));
}

function holdsSecret(text: string): boolean {
  return Object.entries(parseEnv(text)).some(([name, value]) => /SECRET|PASSWORD|TOKEN/.test(name) && value !== "");
}
