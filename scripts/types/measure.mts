import { appWith, official } from "./official.ts";
import { compile } from "./program.ts";
for (const n of [0, 4, official.length]) {
  const p = official.slice(0, n);
  const r = compile({ "app.ts": appWith(p, p.flatMap(({ holds }) => holds)) });
  console.log(n, p.map((x) => x.name).join(), r.instantiations, r.problems.slice(0, 3));
}
