import { openGallery } from "./gallery.ts";

const g = await openGallery();
await g.resize(375);
console.log(g.names.length);
const t0 = Date.now();
const only = process.argv[2];
for (const name of g.names) {
  if (only && !name.startsWith(only)) continue;
  try {
    await Promise.race([g.show(name), new Promise((_, r) => setTimeout(() => r(new Error("15 s")), 15000))]);
  } catch (e) {
    console.log("FAIL", name, String(e).slice(0, 700));
  }
  for (const c of g.complaints()) console.log("  says", name, c.slice(0, 300));
}
console.log(Date.now() - t0, "ms");
await g.close();
