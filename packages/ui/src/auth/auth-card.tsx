/** The frame of all sign-in pages. */

import { type ReactElement, useState } from "react";
import { Card, type CardProps } from "../primitives/card.tsx";
import { Screen } from "../primitives/screen.tsx";
import { Loading, Skeleton } from "../primitives/skeleton.tsx";
import type { Appearance } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { usePageMemory } from "../provider/page-memory.tsx";

/** Props of all sign-in pages. */
export interface AuthPageProps {
  readonly className?: string | undefined;
  /** Added to the provider's appearance. */
  readonly appearance?: Appearance | undefined;
}

export interface AuthCardProps extends Omit<CardProps, "wide" | "full" | "actions" | "isUntitled">, AuthPageProps {
  /** Whether to show a skeleton, because the content isn't known yet. `form` if the content is a form. */
  readonly pending?: boolean | "form";
}

/** After a navigation, it focuses the heading, because the link that had focus is gone. */
export function AuthCard({ appearance, pending = false, children, ...card }: AuthCardProps): ReactElement {
  const { texts } = useAuthUi();
  const { isRunning } = usePageMemory();
  const [isArrival] = useState(isRunning);
  return (
    <Screen kind="auth" appearance={appearance}>
      <Card
        {...card}
        isUntitled={pending !== false && card.title === texts.loading}
        focusOnMount={card.focusOnMount ?? (isArrival && "if-lost")}
      >
        <Loading pending={pending !== false} skeleton={pending === "form" ? <FormSkeleton /> : <MessageSkeleton />}>
          {children}
        </Loading>
      </Card>
    </Screen>
  );
}

/** A skeleton with a sentence and a button. */
function MessageSkeleton(): ReactElement {
  return (
    <div className="lk-auth-skeleton" aria-hidden="true">
      <Skeleton />
      <Skeleton />
    </div>
  );
}

/** A skeleton with two fields and a button. */
function FormSkeleton(): ReactElement {
  return (
    <div className="lk-auth-skeleton" aria-hidden="true">
      <Skeleton width="72px" />
      <Skeleton />
      <Skeleton width="88px" />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
