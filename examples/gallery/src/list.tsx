/** Lists the components by group. Shows all states of a component, or the first state of each. */

import { SearchField, SelectField } from "@latchkey/ui";
import { type ReactElement, useEffect, useState } from "react";
import { Frame, Thumbnail } from "./frames.tsx";
import {
  type Address,
  densities,
  directions,
  languages,
  readAddress,
  themes,
  type ViewSettings,
  widths,
  writeAddress,
} from "./settings.ts";
import type { GalleryGroup } from "./states/index.tsx";

/** The fragment of the URL, which the browser's Back and Forward buttons also change. */
function useAddress(): readonly [Address, (changes: Partial<Address>) => void] {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  useEffect(() => {
    const follow = (): void => setAddress(readAddress(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const change = (changes: Partial<Address>): void => {
    const next = { ...address, ...changes };
    setAddress(next);
    // Selecting a component adds a history entry. Typing and settings don't.
    if ("component" in changes) history.pushState(null, "", writeAddress(next));
    else history.replaceState(null, "", writeAddress(next));
  };
  return [address, change];
}

export function List({ groups }: { readonly groups: readonly GalleryGroup[] }): ReactElement {
  const [address, change] = useAddress();
  const { component, search, theme, direction } = address;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const wanted = search.trim().toLowerCase();
  const found = groups
    .map(({ title, components }) => ({
      title,
      components: Object.fromEntries(
        Object.entries(components).filter(
          ([name, states]) =>
            name.toLowerCase().includes(wanted) || states.some((state) => state.name.toLowerCase().includes(wanted)),
        ),
      ),
    }))
    .filter(({ components }) => Object.keys(components).length > 0);
  const states = groups.flatMap(({ components }) => (component && components[component]) || []);
  const view = viewOf(address);
  return (
    <div className="list">
      <nav aria-label="Components">
        <h1>
          <a href={writeAddress({ ...address, component: null })}>Gallery</a>
        </h1>
        <SearchField label="Search components" value={search} onSearch={(search) => change({ search })} />
        <Navigation groups={found} address={address} />
      </nav>
      <main>
        <header>
          <h2>{component ?? "All components"}</h2>
          <Settings view={view} onChange={change} />
        </header>
        {component ? (
          <div className="frames">
            {states.map(({ name }) => (
              <section key={`${name} ${direction} ${JSON.stringify(view)}`}>
                <h3>{name}</h3>
                <Frame state={`${component}/${name}`} view={view} />
              </section>
            ))}
          </div>
        ) : (
          found.map((group) => <Overview key={group.title} group={group} address={address} />)
        )}
        {found.length === 0 && !component ? <p>No components match your search.</p> : null}
      </main>
    </div>
  );
}

function viewOf({ width, theme, direction, language, density }: Address): ViewSettings {
  return { width, theme, direction, language, density };
}

interface GroupsProps {
  readonly groups: readonly GalleryGroup[];
  readonly address: Address;
}

function Navigation({ groups, address }: GroupsProps): ReactElement {
  return (
    <>
      {groups.map(({ title, components }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {Object.entries(components).map(([name, { length }]) => (
              <li key={name}>
                <a
                  href={writeAddress({ ...address, component: name })}
                  aria-current={name === address.component ? "page" : undefined}
                >
                  {name} <small>{length}</small>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** The first state of each component, scaled down. */
function Overview({ group, address }: { readonly group: GalleryGroup; readonly address: Address }): ReactElement {
  return (
    <section className="overview">
      <h3>{group.title}</h3>
      <ul>
        {Object.entries(group.components).map(([name, [first]]) => (
          <li key={name}>
            <a href={writeAddress({ ...address, component: name })}>
              {first ? <Thumbnail state={`${name}/${first.name}`} view={viewOf(address)} /> : null}
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const labels: Readonly<Record<string, string>> = {
  light: "Light",
  dark: "Dark",
  ltr: "Left to right",
  rtl: "Right to left",
  en: "English",
  ar: "Arabic",
  pseudo: "Pseudo-language",
  comfortable: "Comfortable",
  compact: "Compact",
};

const choices = [
  { name: "width", label: "Width", values: widths },
  { name: "theme", label: "Theme", values: themes },
  { name: "direction", label: "Direction", values: directions },
  { name: "language", label: "Language", values: languages },
  { name: "density", label: "Density", values: densities },
] as const;

interface SettingsProps {
  readonly view: ViewSettings;
  onChange(changes: Partial<Address>): void;
}

function Settings({ view, onChange }: SettingsProps): ReactElement {
  return (
    <div className="settings">
      {choices.map(({ name, label, values }) => (
        <SelectField
          key={name}
          label={label}
          options={values.map((value) => ({ value: String(value), label: labels[value] ?? `${value} px` }))}
          value={String(view[name])}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: values.find((one) => String(one) === value) })}
        />
      ))}
    </div>
  );
}
