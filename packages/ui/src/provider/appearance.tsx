/** Layout, density, and class names of components, set on the provider or on a single component. */

import { type Context, createContext, type ReactElement, type ReactNode, useContext, useEffect, useMemo } from "react";
import { isDevelopment } from "./development.ts";

/** The parts of components that take class names. Each is also in the `data-lk` attribute of its elements. */
export const slots = [
  "root",
  "card",
  "header",
  "title",
  "subtitle",
  "footer",
  "field",
  "label",
  "input",
  "hint",
  "error",
  "button",
  "buttonPrimary",
  "buttonSecondary",
  "buttonDestructive",
  "socialButton",
  "divider",
  "nav",
  "navItem",
  "section",
  "row",
  "rowLabel",
  "rowValue",
  "rowActions",
  "table",
  "tableHead",
  "tableRow",
  "tableCell",
  "badge",
  "avatar",
  "menu",
  "menuItem",
  "dialog",
  "drawer",
  "overlay",
  "toast",
  "banner",
  "alert",
  "tab",
  "skeleton",
  "empty",
] as const;

/** A part of a component. */
export type Slot = (typeof slots)[number];

/** How components look, apart from the stylesheet's colors and sizes. */
export interface Appearance {
  /** Frame of the sign-in pages. `split` fills the other half with `brandPanel`. Default: `card`. */
  readonly layout?: "card" | "plain" | "split" | undefined;
  /** Content next to the form with the `split` layout. Hidden below 960 pixels. */
  readonly brandPanel?: ReactNode;
  /** Shown at the top of the sign-in pages. */
  readonly logo?: ReactNode;
  /** Height of rows. Default: `comfortable`. */
  readonly density?: "comfortable" | "compact" | undefined;
  /** Navigation between sections on wide screens. Narrow ones always have tabs. Default: `side`. */
  readonly navigation?: "side" | "tabs" | undefined;
  /**
   * Arrangement of the provider buttons. Default: `auto`, which is a list for up to three providers and icons for more.
   */
  readonly social?: "auto" | "list" | "grid" | "icons" | undefined;
  /** Additional class names by part. */
  readonly classNames?: Partial<Readonly<Record<Slot, string>>> | undefined;
}

const none: Appearance = {};
const AppearanceContext: Context<Appearance> = createContext(none);

/** Returns the appearance of the provider and all components around this one. */
export function useAppearance(): Appearance {
  return useContext(AppearanceContext);
}

/** Props for `AppearanceProvider`. */
export interface AppearanceProviderProps {
  readonly appearance: Appearance | undefined;
  readonly children: ReactNode;
}

/** Adds to the appearance of everything inside. */
export function AppearanceProvider({ appearance, children }: AppearanceProviderProps): ReactElement {
  const outer = useAppearance();
  const merged = useMemo(() => mergeAppearance(outer, appearance), [outer, appearance]);
  useEffect(() => {
    if (isDevelopment()) warnAboutSlots(appearance);
  }, [appearance]);
  return <AppearanceContext.Provider value={merged}>{children}</AppearanceContext.Provider>;
}

/** The inner settings take precedence. Class names for the same part are joined. */
export function mergeAppearance(outer: Appearance, inner: Appearance | undefined): Appearance {
  if (!inner) return outer;
  const overrides = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined));
  const both = slots.flatMap((slot) => {
    const names = [outer.classNames?.[slot], inner.classNames?.[slot]].filter(Boolean);
    return names.length === 0 ? [] : [[slot, names.join(" ")]];
  });
  return { ...outer, ...overrides, classNames: Object.fromEntries(both) };
}

/** TypeScript rejects a misspelled part. This is for apps without TypeScript. */
function warnAboutSlots(appearance: Appearance | undefined): void {
  const known: readonly string[] = slots;
  for (const name of Object.keys(appearance?.classNames ?? {})) {
    if (known.includes(name)) continue;
    console.warn(`appearance.classNames.${name} has no effect. Use one of: ${slots.join(", ")}.`);
  }
}

/** Attributes that mark an element as a part. */
export interface SlotProps {
  readonly className: string;
  readonly "data-lk": string;
}

/** Returns the attributes for a part, or for several if an element is more than one. */
export type GetSlotProps = (
  slot: Slot | readonly Slot[],
  ...classNames: readonly (string | false | null | undefined)[]
) => SlotProps;

/** Returns a function for the `className` and `data-lk` of an element, with the app's class names. */
export function useSlots(): GetSlotProps {
  const names = useAppearance().classNames;
  return (slot, ...classNames) => {
    const all: readonly Slot[] = typeof slot === "string" ? [slot] : slot;
    const appClassNames = all.map((part) => names?.[part]);
    return { className: [...classNames, ...appClassNames].filter(Boolean).join(" "), "data-lk": all.join(" ") };
  };
}
