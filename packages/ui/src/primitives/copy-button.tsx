/** Puts a text into the clipboard, and says so. */

import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Button } from "./button.tsx";

/** What `CopyButton` takes. */
export interface CopyButtonProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** How long it says that it is done, in milliseconds. */
const shownFor = 2500;

/** A button that copies a text. Where the browser does not let it, it says so: the text is on the page anyway. */
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
      await navigator.clipboard.writeText(text);
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
