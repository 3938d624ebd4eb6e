import { EmptyState } from "@latchkey/ui";
import type { ReactElement } from "react";
import { Link } from "wouter";

export function NotFound(): ReactElement {
  return (
    <div className="not-found">
      <h1>Page not found</h1>
      <EmptyState
        icon="search"
        title="This page doesn't exist."
        action={
          <Link href="/" className="lk-button lk-button-secondary">
            Back to home
          </Link>
        }
      />
    </div>
  );
}
