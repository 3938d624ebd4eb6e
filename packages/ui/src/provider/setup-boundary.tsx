/** Keeps the rest of the page working if a component lacks its client plugin or UI plugin. */

import { Component, type ReactElement, type ReactNode } from "react";
import { isDevelopment } from "./development.ts";

/** A component's plugin is missing from the app's setup. */
export class MissingSetup extends Error {
  override readonly name = "MissingSetup";
  /** The import that the app lacks. */
  readonly statement: string;

  constructor(message: string, statement: string) {
    super(message);
    this.statement = statement;
  }
}

interface State {
  readonly error: unknown;
}

/** In development, shows what's missing in place of the component. In production, renders nothing. */
export class SetupBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof MissingSetup)) throw error;
    return isDevelopment() ? <SetupPanel error={error} /> : null;
  }
}

function SetupPanel({ error }: { readonly error: MissingSetup }): ReactElement {
  return (
    <div role="alert" className="lk-card lk-form">
      <p className="lk-note">{error.message}</p>
      <pre style={{ margin: 0, overflowX: "auto" }}>{error.statement}</pre>
    </div>
  );
}
