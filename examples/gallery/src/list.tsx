/** Lists all components with their states, each in a frame, in light and dark mode and several widths. */

import { type ReactElement, type SyntheticEvent, useState } from "react";
import type { Gallery } from "./state.ts";

const widths = [375, 768, 1280];

export function List({ gallery }: { readonly gallery: Gallery }): ReactElement {
  const [component, setComponent] = useState(Object.keys(gallery)[0] ?? "");
  const [width, setWidth] = useState(375);
  const [dir, setDir] = useState("ltr");
  return (
    <div className="list">
      <nav aria-label="Components">
        <h1>Gallery</h1>
        <ul>
          {Object.entries(gallery).map(([name, { length }]) => (
            <li key={name}>
              <button type="button" aria-pressed={name === component} onClick={() => setComponent(name)}>
                {name} <small>{length}</small>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <header>
          <h2>{component}</h2>
          <label>
            Width{" "}
            <select value={width} onChange={(event) => setWidth(Number(event.currentTarget.value))}>
              {widths.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label>
            Direction{" "}
            <select value={dir} onChange={(event) => setDir(event.currentTarget.value)}>
              <option value="ltr">left to right</option>
              <option value="rtl">right to left</option>
            </select>
          </label>
        </header>
        {gallery[component]?.map(({ name }) => (
          <section key={name}>
            <h3>{name}</h3>
            <div className="frames">
              {["light", "dark"].map((theme) => (
                <Frame key={`${theme} ${dir} ${width}`} state={`${component}/${name}`} {...{ theme, dir, width }} />
              ))}
            </div>
          </section>
        ))}
      </main>
    </div>
  );
}

interface FrameProps {
  readonly state: string;
  readonly theme: string;
  readonly dir: string;
  readonly width: number;
}

/** Grows with its content, including dialogs. */
function Frame({ state, theme, dir, width }: FrameProps): ReactElement {
  const [height, setHeight] = useState(400);
  const follow = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void => {
    const page = currentTarget.contentDocument?.getElementById("root");
    if (!page) return;
    new ResizeObserver(() => setHeight(Math.max(400, page.scrollHeight))).observe(page);
  };
  return (
    <iframe
      title={`${state}, ${theme}`}
      loading="lazy"
      src={`./#${new URLSearchParams({ state, theme, dir })}`}
      width={width}
      height={height}
      onLoad={follow}
    />
  );
}
