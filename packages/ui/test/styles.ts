/**
 * Makes `getComputedStyle` fast. Queries by role ask it for each element whether it's hidden, and jsdom then computes
 * every property from its default style sheet, which takes half the time of these tests.
 */

type Compute = Window["getComputedStyle"];

/** The display of elements, by everything that it depends on: components have no style sheet in tests. */
const displays = new Map<string, string>();

type Read = (element: Element, compute: Compute) => string;

const readers: Readonly<Record<string, Read>> = {
  display: displayOf,
  visibility: visibilityOf,
  // The default style sheet has neither, and user-event looks for them in all ancestors itself.
  pointerEvents: (element) => inlineStyle(element)?.pointerEvents ?? "",
  userSelect: (element) => inlineStyle(element)?.getPropertyValue("user-select") ?? "",
};

const fastOnes = new WeakSet<Compute>();

/** Replaces the function of the current page. jsdom still computes all properties that queries and events don't read. */
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
      // jsdom has no styles of pseudo-elements.
      if (pseudo) return "";
      const reader = readers[name];
      return reader ? reader(element, compute) : Reflect.get(compute(element), name);
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

function displayOf(element: Element, compute: Compute): string {
  const own = inlineStyle(element)?.display;
  const key = [element.tagName, element.hasAttribute("hidden"), element.hasAttribute("open"), own].join(" ");
  const known = displays.get(key);
  if (known !== undefined) return known;
  const display = compute(element).display;
  displays.set(key, display);
  return display;
}

/** Inherited from the closest ancestor that sets the style. */
function visibilityOf(element: Element): string {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const own = inlineStyle(one)?.visibility;
    if (own && own !== "inherit") return own;
  }
  return "visible";
}
