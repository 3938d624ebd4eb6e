/** The page's script, which adds new rows without changing the focus or selection. The page also works without it. */

export const liveUpdateScript = `
const button = document.querySelector("#live");
let running = true;
button.hidden = false;
button.addEventListener("click", () => {
  running = !running;
  button.textContent = running ? "Pause updates" : "Resume updates";
});

const bare = (row) => row.outerHTML.replace(/(<time[^>]*>)[^<]*/g, "$1").replaceAll('<details open="">', "<details>");

function merge(list, fresh) {
  const known = new Map(Array.from(list.children, (row) => [bare(row), row]));
  Array.from(fresh.children).forEach((row, at) => {
    const kept = known.get(bare(row));
    if (kept) {
      known.delete(bare(row));
      const times = row.querySelectorAll("time");
      kept.querySelectorAll("time").forEach((time, n) => {
        if (time.textContent !== times[n].textContent) time.textContent = times[n].textContent;
      });
    }
    const wanted = kept ?? document.adoptNode(row);
    if (list.children[at] !== wanted) list.insertBefore(wanted, list.children[at] ?? null);
  });
  while (list.children.length > fresh.dataset.length) list.lastElementChild.remove();
}

async function update() {
  if (!running || document.hidden) return;
  const response = await fetch(location.pathname).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const text of document.querySelectorAll("[data-live=text]")) {
    const fresh = page.getElementById(text.id);
    if (fresh && fresh.textContent !== text.textContent) text.textContent = fresh.textContent;
  }
  for (const list of document.querySelectorAll("[data-live=list]")) {
    const fresh = page.getElementById(list.id);
    if (fresh) merge(list, fresh);
  }
}

setInterval(update, 2000);
`;
