/** Puts a text into the clipboard, and says so. */

import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Button } from "./button.tsx";

/** What `CopyButton` takes. */
export interface CopyButtonProps {
  /** The text, or how to get it; `null` if there is none, which was said elsewhere. */
  readonly text: string | (() => Promise<string | null>);
  readonly children: ReactNode;
}

/** How long it says that it is done, in milliseconds. */
const shownFor = 2500;

/** A button that copies a text. If the browser doesn't allow it, the button says so. */
export function CopyButton({ text, children }: CopyButtonProps): ReactElement {
  const { texts } = useAuthUi();
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    try {
      const copied = typeof text === "string" ? text : await text();
      if (copied === null) return;
      await navigator.clipboard.writeText(copied);
      setOutcome("copied");
    } catch {
      setOutcome("failed");
    }
  };
  return (
    <>
      <Button look="quiet" onClick={() => void copy()}>
        {outcome === "copied" ? texts.copied : children}
      </Button>
      <span className="lk-hidden" role="status">
        {outcome === "copied" ? texts.copied : null}
        {outcome === "failed" ? texts.copyFailed : null}
      </span>
    </>
  );
}
