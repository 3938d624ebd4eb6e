/** The app's environment: what is set, and what its files of variables say. */

import { parseEnv } from "node:util";
import { textOf } from "./project.ts";

/** Files of variables, the one that wins first. */
export const environmentFiles: readonly string[] = [".env.local", ".env"];

/** Variables, and the file that each is from. */
export interface Environment {
  /** A variable as the app would see it: what is set in the process wins over every file. */
  read(name: string): string | undefined;
  /** Whether a variable is set in the process itself. */
  isSet(name: string): boolean;
  /** The file that has a variable; `null` if none does. */
  fileOf(name: string): string | null;
  /** All variables, as the app would see them. */
  all(): Readonly<Record<string, string | undefined>>;
}

/** Reads the files of a folder. */
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
