/** Continues to the next page after a few seconds, unless the user stays. */

import { type ReactElement, useEffect, useRef, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fillCount } from "../texts/texts.ts";

export interface ContinueButtonProps {
  readonly path: string;
  readonly name: string;
  /** Whether it continues on its own. */
  readonly isAutomatic: boolean;
}

/** In seconds. */
const delay = 3;

export function ContinueButton({ path, name, isAutomatic }: ContinueButtonProps): ReactElement {
  const { texts, navigate, Link } = useAuthUi();
  const [left, setLeft] = useState(isAutomatic ? delay : null);
  const navigateRef = useRef(navigate);
  navigateRef.current = navigate;
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(() => {
      if (left === 1) navigateRef.current(path);
      else setLeft(left - 1);
    }, 1000);
    return () => clearTimeout(timer);
  }, [left, path]);
  return (
    <div className="lk-form">
      <Link href={path} className="lk-button lk-button-primary lk-button-full">
        {name}
      </Link>
      {left === null ? null : (
        <p className="lk-continue">
          <span>{fillCount(texts, texts.emailVerified.continuing, left)}</span>
          <Button variant="ghost" size="small" onClick={() => setLeft(null)}>
            {texts.emailVerified.stay}
          </Button>
        </p>
      )}
    </div>
  );
}
