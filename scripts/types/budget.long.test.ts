/** Limits the compiler's work for an app. It's counted instead of timed, so it's the same on every machine. */

import { expect, test } from "vitest";
import { appWith, type Official, official } from "./official.ts";
import { compile } from "./program.ts";

/** Number of instantiations for an app with these plugins. */
function cost(plugins: readonly Official[]): number {
  const { problems, instantiations } = compile({
    "app.ts": appWith(
      plugins,
      plugins.flatMap(({ accepted }) => accepted),
    ),
  });
  expect(problems).toEqual([]);
  return instantiations;
}

test("an app without plugins is cheap to type-check, and each plugin costs about the same", () => {
  const without = cost([]);
  const half = cost(official.slice(0, 4));
  const all = cost(official);
  expect(without).toBeLessThan(2000);
  // The first plugin adds the types that merge plugins.
  expect(half).toBeLessThan(without + 1000 + 4 * 400);
  expect(all).toBeLessThan(half + (official.length - 4) * 400);
});
