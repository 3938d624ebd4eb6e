/** Shown in place of content that failed to load or to render. */

import type { ClientError } from "@latchkey/react";
import { Component, type ReactElement, type ReactNode, useEffect, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { isDevelopment } from "../provider/development.ts";
import { MissingSetup } from "../provider/setup-boundary.tsx";
import { errorText, fill } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";

/** Props of `ErrorPanel`. */
export interface ErrorPanelProps {
  /** The error of a call, or a text. */
  readonly error: Pick<ClientError, "code" | "message"> & Partial<Pick<ClientError, "details">>;
  /** Missing if a retry would fail the same way. */
  readonly onRetry?: (() => unknown) | undefined;
}

/** Says what failed, with the code and request id for support, and a button to retry. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps): ReactElement {
  const { texts } = useAuthUi();
  const wait = useCountdown(error);
  const requestId = error.details?.requestId;
  const facts = [error.code, typeof requestId === "string" ? requestId : null].filter(Boolean);
  return (
    <div className="lk-empty" role="alert">
      <Icon name="circle-alert" size={24} />
      <p className="lk-empty-title">{errorText(texts, error)}</p>
      <p className="lk-note">
        {facts.map((fact) => (
          <bdi key={String(fact)} className="lk-code">
            {String(fact)}
          </bdi>
        ))}
      </p>
      {onRetry ? (
        <div className="lk-actions">
          <Button variant="secondary" blocked={wait > 0} onClick={() => void onRetry()}>
            {wait > 0 ? fill(texts.retryIn, { seconds: String(wait) }) : texts.tryAgain}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Seconds until the server accepts another request. 0 if it didn't ask to wait. */
function useCountdown(error: ErrorPanelProps["error"]): number {
  const asked = error.details?.retryAfter;
  const [left, setLeft] = useState(0);
  useEffect(() => setLeft(typeof asked === "number" ? Math.ceil(asked) : 0), [asked]);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

interface BoundaryState {
  readonly error: Error | null;
}

/** Keeps an error while rendering from removing the app's whole page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: Error): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    // `SetupBoundary` explains it in development, and leaves the component out in production.
    if (error instanceof MissingSetup) throw error;
    return <RenderError error={error} onRetry={() => this.setState({ error: null })} />;
  }
}

function RenderError({ error, onRetry }: { readonly error: Error; onRetry(): void }): ReactElement {
  // In development, the message names what is missing.
  const message = isDevelopment() ? error.message : "";
  return <ErrorPanel error={{ code: "RENDER_ERROR", message }} onRetry={onRetry} />;
}
