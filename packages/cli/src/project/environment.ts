/** Reads the app's environment from the process and its `.env` files. */

import { parseEnv } from "node:util";
import { textOf } from "./project.ts";

/** Environment files. Earlier ones take precedence. */
export const environmentFiles: readonly string[] = [".env.local", ".env"];

/** Environment variables and where they come from. */
export interface Environment {
  /** Returns a variable as the app would see it. The process takes precedence over files. */
  read(name: string): string | undefined;
  /** Whether the variable is set in the process itself. */
  isSet(name: string): boolean;
  /** The file that sets the variable, or `null` if none does. */
  fileOf(name: string): string | null;
  /** All variables as the app would see them. */
  all(): Readonly<Record<string, string | undefined>>;
}

/** Reads the environment files in a folder. */
export function readEnvironment(folder: string, process: Readonly<Record<string, string | undefined>>): Environment {
  const files = environmentFiles.map((file) => {
    const text = textOf(folder, file);
    return { file, variables: text === null ? {} : (parseEnv(text) as Record<string, string>) };
  });
  const found = (name: string) => files.find(({ variables }) => Object.hasOwn(variables, name));
  return {
    read: (name) => process[name] ?? found(name)?.variables[name],
    isSet: (name) => process[name] !== undefined,
    fileOf: (name) => found(name)?.file ?? null,
    all: () => Object.assign({}, ...files.map(({ variables }) => variables).reverse(), process),
  };
}
