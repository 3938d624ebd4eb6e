/** A person or organization in a list: picture, name, and a second line. */

import type { ReactElement, ReactNode } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Avatar } from "./avatar.tsx";

/** Props for `Person`. */
export interface PersonProps {
  readonly name: string;
  readonly image: string | null;
  /** Second line, such as the email. */
  readonly detail?: string | null | undefined;
  /** Badge after the name, such as "You". */
  readonly badge?: ReactNode;
  /** Makes the name a link. */
  readonly href?: string;
  /** Default: `round`, for people. */
  readonly shape?: "round" | "square";
}

/** Long names are cut with an ellipsis and shown in full when hovered. */
export function Person({ name, image, detail, badge, href, shape = "round" }: PersonProps): ReactElement {
  const { Link } = useAuthUi();
  const title = (
    <bdi className="lk-truncate lk-person-name" title={name}>
      {name}
    </bdi>
  );
  return (
    <span className="lk-person">
      <Avatar name={name} image={image} shape={shape} />
      <span className="lk-list-text">
        <span className="lk-person-line">
          {href === undefined ? (
            title
          ) : (
            <Link href={href} className="lk-person-link">
              {title}
            </Link>
          )}
          {badge}
        </span>
        {detail ? (
          <bdi className="lk-note lk-truncate" title={detail}>
            {detail}
          </bdi>
        ) : null}
      </span>
    </span>
  );
}
