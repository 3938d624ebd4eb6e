import { openGallery } from "./gallery.ts";
const g = await openGallery();
await g.resize(375);
let now = "";
g.page.on("framenavigated", (f) => console.log("NAV", now, f.url()));
for (const name of g.names) {
  now = name;
  await g.theme("light").catch((e) => console.log(String(e).slice(0, 200)));
  try { await Promise.race([g.show(name), new Promise((_, r) => setTimeout(() => r(new Error("15 s")), 15000))]); } catch (e) { console.log("FAIL", name, String(e).slice(0, 300)); }
  for (const c of g.complaints()) console.log("  says", name, c.slice(0, 300));
  await g.theme("dark").catch((e) => console.log(String(e).slice(0, 200)));
}
await g.close();
