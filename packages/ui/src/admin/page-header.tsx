/** The heading of an admin page. */

import type { ReactElement, ReactNode } from "react";
import { RowsSkeleton, Skeleton } from "../primitives/skeleton.tsx";

/** Props for `PageHeader`. */
export interface PageHeaderProps {
  readonly title: string;
  readonly text?: string;
  /** Shown at the end of the heading. */
  readonly actions?: ReactNode;
}

/** The title, a description of the page, and its main button. */
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

/** The shape of the heading, with a picture if the page is about someone. */
export function HeaderSkeleton({ hasPicture = false }: { readonly hasPicture?: boolean }): ReactElement {
  return (
    <div className="lk-admin-header" aria-hidden="true">
      {hasPicture ? <Skeleton round /> : null}
      <div className="lk-list-text">
        <Skeleton width="140px" />
        <Skeleton width="200px" />
      </div>
    </div>
  );
}

/** The shape of a page about a user or an organization. */
export function PageSkeleton(): ReactElement {
  return (
    <>
      <HeaderSkeleton hasPicture />
      <RowsSkeleton rows={6} />
    </>
  );
}
