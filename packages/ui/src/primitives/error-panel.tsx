/** Shown in place of content that failed to load or to render. */

import type { ClientError } from "@latchkey/react";
import { Component, Fragment, type ReactElement, type ReactNode } from "react";
import { useAuthUi } from "../provider/context.ts";
import { isDevelopment } from "../provider/development.ts";
import { MissingSetup } from "../provider/setup-boundary.tsx";
import { errorText, fill } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { SupportText } from "./support-text.tsx";
import { useRetryWait } from "./use-cooldown.ts";

/** Props for `ErrorPanel`. */
export interface ErrorPanelProps {
  /** The call's error. */
  readonly error: Pick<ClientError, "code" | "message"> & Partial<Pick<ClientError, "details" | "status">>;
  /** Missing if a retry would fail the same way. */
  readonly onRetry?: (() => unknown) | undefined;
}

/** Says what failed, with the code and request id for support, and a button to retry. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps): ReactElement {
  const { texts } = useAuthUi();
  const wait = useRetryWait(error);
  const canRetry = onRetry !== undefined && isRetryable(error);
  return (
    <div className="lk-empty" role="alert">
      <Icon name="circle-alert" size={24} />
      <p className="lk-empty-title">
        <SupportText text={errorText(texts, error)} />
      </p>
      <ErrorFacts error={error} />
      {canRetry ? (
        <div className="lk-actions">
          <Button variant="secondary" blocked={wait > 0} onClick={() => void onRetry()}>
            {wait > 0 ? fill(texts.retryIn, { seconds: String(wait) }) : texts.tryAgain}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Whether a retry can succeed. Permissions don't change while the user waits. */
export function isRetryable(error: Partial<Pick<ClientError, "status">>): boolean {
  return !isDenied(error);
}

/** Whether the user lacks a permission. If so, a list has no search, filters, or create button. */
export function isDenied(error: Partial<Pick<ClientError, "status">> | null): boolean {
  return error?.status === 403;
}

/** An error's code and request id, for support. */
export function ErrorFacts({ error }: Pick<ErrorPanelProps, "error">): ReactElement | null {
  const requestId = error.details?.requestId;
  const facts = [error.code, typeof requestId === "string" ? requestId : ""].filter((fact) => fact !== "");
  return facts.length === 0 ? null : (
    <p className="lk-note lk-error-facts">
      {facts.map((fact) => (
        <bdi key={fact} className="lk-code">
          {/* A code with several words only breaks between words. */}
          {fact.split(/(?<=_)/).map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a code never change their order
            <Fragment key={index}>
              {word}
              <wbr />
            </Fragment>
          ))}
        </bdi>
      ))}
    </p>
  );
}

interface BoundaryState {
  readonly error: Error | null;
}

/** Keeps a rendering error from unmounting the app's whole page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: Error): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    // `SetupBoundary` explains the mistake in development, and renders nothing in production.
    if (error instanceof MissingSetup) throw error;
    return <RenderError error={error} onRetry={() => this.setState({ error: null })} />;
  }
}

function RenderError({ error, onRetry }: { readonly error: Error; onRetry(): void }): ReactElement {
  // In development, the message names what is missing.
  const message = isDevelopment() ? error.message : "";
  return <ErrorPanel error={{ code: "RENDER_ERROR", message }} onRetry={onRetry} />;
}
