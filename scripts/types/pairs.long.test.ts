/** Tests each pair of official plugins in both orders: the types have what each of them adds, and nothing else. */

import { expect, test } from "vitest";
import { appWith, type Official, official } from "./official.ts";
import { compile } from "./program.ts";

const pairs = official.flatMap((one) =>
  official.filter((other) => other !== one).map((other) => [one, other] as const),
);

/** Statements that must compile with these plugins, and statements that must fail without the others. */
function statements(plugins: readonly Official[]): string[] {
  const present = new Set(plugins.flatMap(({ name, brings = name }) => [name, brings]));
  const without = official.filter(({ name }) => !present.has(name));
  return [
    ...plugins.flatMap(({ accepted }) => accepted),
    ...without.flatMap(({ rejected }) => rejected.map((wrong) => `// @ts-expect-error\nvoid ${wrong};`)),
  ];
}

test("a pair of plugins keeps both plugins' types, and adds nothing else", () => {
  const files = pairs.map(([one, other]) => {
    const text = appWith([one, other], statements([one, other]));
    return [`pair-${one.name}-${other.name}.ts`, text];
  });
  expect(files).toHaveLength(official.length * (official.length - 1));
  expect(compile(Object.fromEntries(files)).problems).toEqual([]);
});

test("all plugins, in either order, give the same user, session, and calls", () => {
  const same = [
    `import type { auth as turned, S as TurnedS, U as TurnedU, client as turnedClient } from "./turned.ts";`,
    appWith(official, [
      ...statements(official),
      `same<U, TurnedU>(true);`,
      `same<S, TurnedS>(true);`,
      `same<keyof typeof auth.api, keyof typeof turned.api>(true);`,
      `same<keyof typeof client, keyof typeof turnedClient>(true);`,
    ]),
  ].join("\n");
  const files = { "all.ts": same, "turned.ts": appWith(official.toReversed()) };
  expect(compile(files).problems).toEqual([]);
});

test("the checks themselves can fail", () => {
  const [name] = official;
  const { problems } = compile({ "wrong.ts": appWith([name as Official], [`same<U["username"], number>(true);`]) });
  expect(problems).toEqual([expect.stringContaining("wrong.ts")]);
});
