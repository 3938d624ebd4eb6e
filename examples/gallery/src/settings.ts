/** How states are shown, in the fragment of the URL. */

export const widths = [375, 768, 1280] as const;
export const themes = ["light", "dark"] as const;
export const directions = ["ltr", "rtl"] as const;
export const languages = ["en", "ar", "pseudo"] as const;
export const densities = ["comfortable", "compact"] as const;

/** How a state is shown. */
export interface ViewSettings {
  readonly width: (typeof widths)[number];
  readonly theme: (typeof themes)[number];
  readonly direction: (typeof directions)[number];
  readonly language: (typeof languages)[number];
  readonly density: (typeof densities)[number];
}

export const defaultView: ViewSettings = {
  width: 375,
  theme: "light",
  direction: "ltr",
  language: "en",
  density: "comfortable",
};

/** What the fragment selects. */
export interface Address extends ViewSettings {
  /** Shows a single state, such as `SignIn/refused`. */
  readonly state: string | null;
  /** Lists the states of a component. Without one, lists all components. */
  readonly component: string | null;
  readonly search: string;
}

export function readAddress(fragment: string): Address {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const pick = <T extends string | number>(name: keyof ViewSettings, allowed: readonly T[]): T =>
    allowed.find((one) => String(one) === values.get(name)) ?? (defaultView[name] as T);
  return {
    state: values.get("state"),
    component: values.get("component"),
    search: values.get("search") ?? "",
    width: pick("width", widths),
    theme: pick("theme", themes),
    direction: pick("direction", directions),
    language: pick("language", languages),
    density: pick("density", densities),
  };
}

/** Returns the fragment without defaults. */
export function writeAddress(address: Partial<Address>): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) {
    const isDefault = value === defaultView[name as keyof ViewSettings];
    if (value !== null && value !== "" && !isDefault) values.set(name, String(value));
  }
  return `#${values}`;
}
