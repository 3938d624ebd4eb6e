/**
 * Makes `getComputedStyle` fast. Queries by role ask it for each element whether it's hidden, and jsdom then computes
 * every property from its default style sheet, which takes half of these tests' time.
 */

type Compute = Window["getComputedStyle"];

/** Computed styles by everything that they depend on. Components have no style sheet in tests. */
const known = new Map<string, unknown>();

type Read = (element: Element, compute: Compute) => string;

const readers: Readonly<Record<string, Read>> = {
  display: (element, compute) =>
    inlineStyle(element)?.display || String(styleOf(element, "display", ["hidden", "open"], compute)),
  visibility: visibilityOf,
  // The default style sheet doesn't set these properties, and user-event checks all ancestors for them itself.
  pointerEvents: (element) => inlineStyle(element)?.pointerEvents ?? "",
  direction: (element) => (element.closest<HTMLElement>("[dir]")?.dir === "rtl" ? "rtl" : "ltr"),
  userSelect: (element) => inlineStyle(element)?.getPropertyValue("user-select") ?? "",
};

const fastOnes = new WeakSet<Compute>();

/**
 * Replaces `getComputedStyle` in the current page. jsdom still computes properties that queries and events don't read.
 */
export function speedUpStyles(): void {
  if (fastOnes.has(window.getComputedStyle)) return;
  const fast = fastStyles(window.getComputedStyle.bind(window));
  fastOnes.add(fast);
  window.getComputedStyle = fast;
  globalThis.getComputedStyle = fast;
}

function fastStyles(compute: Compute): Compute {
  return (element, pseudo) => {
    const read = (name: string): unknown => {
      // jsdom has no styles for pseudo-elements.
      if (pseudo) return "";
      const reader = readers[name];
      return reader ? reader(element, compute) : styleOf(element, name, element.getAttributeNames(), compute);
    };
    const byProperty = (name: string): string =>
      pseudo || readers[name] ? String(read(name)) : compute(element).getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => (name === "getPropertyValue" ? byProperty : read(String(name))),
    });
  };
}

function inlineStyle(element: Element): CSSStyleDeclaration | undefined {
  return "style" in element ? (element as HTMLElement).style : undefined;
}

/** Returns a style that depends only on the element's tag and the given attributes. */
function styleOf(element: Element, name: string, attributes: readonly string[], compute: Compute): unknown {
  const values = attributes.map((attribute) => element.getAttribute(attribute));
  const key = JSON.stringify([name, element.tagName, ...values]);
  if (!known.has(key)) known.set(key, Reflect.get(compute(element), name));
  return known.get(key);
}

/** Returns the visibility of the closest element that sets it, from this element up. */
function visibilityOf(element: Element): string {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const visibility = inlineStyle(ancestor)?.visibility;
    if (visibility && visibility !== "inherit") return visibility;
  }
  return "visible";
}
