/** The heading of an admin page. */

import type { ReactElement, ReactNode } from "react";

/** Props of `PageHeader`. */
export interface PageHeaderProps {
  readonly title: string;
  readonly text?: string;
  /** At the end of the heading. */
  readonly actions?: ReactNode;
}

/** The title, what the page shows, and its main button. */
export function PageHeader({ title, text, actions }: PageHeaderProps): ReactElement {
  return (
    <header className="lk-admin-header">
      <div className="lk-list-text">
        <h1 className="lk-title lk-title-page" tabIndex={-1}>
          {title}
        </h1>
        {text ? <p className="lk-subtitle">{text}</p> : null}
      </div>
      {actions ? <div className="lk-actions">{actions}</div> : null}
    </header>
  );
}
