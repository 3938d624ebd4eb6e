/** A button that copies text to the clipboard and shows the result. */

import { type ReactElement, useEffect, useState } from "react";
import { useAuthUi } from "../provider/context.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";

/** Props for `CopyButton`. */
export interface CopyButtonProps {
  /** The text, or a function that loads it. `null` if loading failed and the error is shown elsewhere. */
  readonly text: string | (() => Promise<string | null>);
  /** The button's text, or its tooltip. */
  readonly children: string;
  /** Whether the button only shows an icon, next to what it copies. */
  readonly iconOnly?: boolean;
}

/** How long the result is shown, in milliseconds. */
const feedbackDuration = 2500;

/** A button that copies text. If the browser doesn't allow it, the button says so. */
export function CopyButton({ text, children, iconOnly = false }: CopyButtonProps): ReactElement {
  const { texts } = useAuthUi();
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), feedbackDuration);
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
  const label = outcome === "copied" ? texts.copied : children;
  return (
    <>
      <Button
        variant="secondary"
        icon={
          <>
            <Icon name={outcome === "copied" ? "check" : "copy"} />
            {iconOnly ? <span className="lk-hidden">{label}</span> : null}
          </>
        }
        title={iconOnly ? label : undefined}
        onClick={() => void copy()}
      >
        {iconOnly ? undefined : label}
      </Button>
      <span className="lk-hidden" role="status">
        {outcome === "copied" ? texts.copied : null}
        {outcome === "failed" ? texts.copyFailed : null}
      </span>
    </>
  );
}
