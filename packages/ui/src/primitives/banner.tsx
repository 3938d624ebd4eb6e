/** A bar above the app's pages, with an alert's icon and color. */

import type { ReactElement, ReactNode } from "react";
import { alertIcons } from "./alert.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icons.tsx";

/** Props for `Banner`. */
export interface BannerProps {
  /** Accessible name of the region. */
  readonly label: string;
  readonly tone: "success" | "warning";
  readonly text: ReactNode;
  /** ARIA role of the text. Set it if the text changes while the banner is shown. */
  readonly role?: "status";
  /** Why the last action failed. */
  readonly error?: string | null;
  readonly className?: string | undefined;
  /** Buttons after the text. */
  readonly children?: ReactNode;
}

/** A bar that spans the full width. It has square corners, unlike an alert. */
export function Banner({ label, tone, text, role, error, className, children }: BannerProps): ReactElement {
  return (
    <section className={classNames("lk-banner", `lk-alert-${tone}`, className)} aria-label={label}>
      <div className="lk-banner-text lk-banner-line">
        <Icon name={alertIcons[tone]} />
        <div>
          <p role={role}>{text}</p>
          {error ? (
            <p role="alert" className="lk-note-error">
              {error}
            </p>
          ) : null}
        </div>
      </div>
      {children}
    </section>
  );
}
