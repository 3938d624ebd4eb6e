/** `latchkey secret`: generates a secret. */

import { randomBytes, toBase64Url } from "@latchkey/core/crypto";
import type { Command } from "./command.ts";

/** Returns 256 random bits as text that needs no quoting in an environment file. */
export function makeSecret(): string {
  return toBase64Url(randomBytes(32));
}

export const secretCommand: Command = {
  summary: "Generate a secret",
  help: `latchkey secret

Prints 256 random bits as text. Set it as AUTH_SECRET, with the same value for every process of the app.`,
  options: {},
  async run(_, { out }) {
    out(makeSecret());
    return 0;
  },
};
