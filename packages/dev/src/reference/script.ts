/** The page's script, which runs the search and the "Try it" forms. The page is readable without it. */

export const referenceScript = `
const field = document.querySelector("#search");
const found = document.querySelector("#found");
const plugins = Array.from(document.querySelectorAll(".plugin"));
const texts = new Map(Array.from(document.querySelectorAll(".endpoint"), (one) => [one, one.textContent.toLowerCase()]));

function filter() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const [one, text] of texts) {
    one.hidden = !words.every((word) => text.includes(word));
    if (!one.hidden) count++;
  }
  for (const plugin of plugins) plugin.hidden = !plugin.querySelector(".endpoint:not([hidden])");
  found.textContent = words.length > 0 ? count + " found" : "";
}
field.hidden = false;
field.addEventListener("input", filter);

function show(output, text) {
  const pre = document.createElement("pre");
  pre.textContent = text;
  output.replaceChildren(pre);
}

for (const form of document.querySelectorAll(".try")) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { address, body } = form.elements;
    const method = form.dataset.method;
    const headers = body ? { "content-type": "application/json" } : {};
    const output = form.querySelector("output");
    try {
      const response = await fetch(new URL(address.value, location.origin), { method, headers, redirect: "manual", ...(body ? { body: body.value } : {}) });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      show(output, (response.status || "Redirect") + "\\n" + (isJson ? JSON.stringify(JSON.parse(text), null, 2) : text));
    } catch (error) {
      show(output, String(error));
    }
  });
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.matches("details")) target.open = true;
}
addEventListener("hashchange", openTarget);
openTarget();
`;
