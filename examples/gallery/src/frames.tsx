/** Shows a state in a separate frame. */

import { type ReactElement, type SyntheticEvent, useState } from "react";
import { type ViewSettings, writeAddress } from "./settings.ts";

/** Props for `Frame` and `Thumbnail`. */
export interface FrameProps {
  /** Name of the state, such as `SignIn/refused`. */
  readonly state: string;
  readonly view: ViewSettings;
}

/** Grows with its content, including dialogs. */
export function Frame({ state, view }: FrameProps): ReactElement {
  const [height, setHeight] = useState(400);
  const follow = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void => {
    const page = currentTarget.contentDocument?.getElementById("root");
    if (!page) return;
    new ResizeObserver(() => setHeight(Math.max(400, page.scrollHeight))).observe(page);
  };
  return (
    <iframe
      title={state}
      loading="lazy"
      src={`./${writeAddress({ ...view, state })}`}
      width={view.width}
      height={height}
      onLoad={follow}
    />
  );
}

/** A small preview of a state. Users can't interact with it. */
export function Thumbnail({ state, view }: FrameProps): ReactElement {
  return (
    <span className="thumbnail">
      <iframe
        key={JSON.stringify(view)}
        title={state}
        loading="lazy"
        src={`./${writeAddress({ ...view, state })}`}
        width={view.width}
        inert
        tabIndex={-1}
        style={{ zoom: 240 / view.width }}
      />
    </span>
  );
}
