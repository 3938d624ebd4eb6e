/** The frame of a screen: heading, subtitle, content, and a line beneath. */

import { type ReactElement, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

export interface CardProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

export function Card({ title, subtitle, footer, wide = false, className, children }: CardProps): ReactElement {
  const id = useId();
  return (
    <section className={classNames("lk-card", wide && "lk-card-wide", className)} aria-labelledby={id}>
      <header className="lk-card-header">
        <h1 id={id} className="lk-title">
          {title}
        </h1>
        {subtitle ? <p className="lk-subtitle">{subtitle}</p> : null}
      </header>
      {children}
      {footer ? <footer className="lk-card-footer">{footer}</footer> : null}
    </section>
  );
}
