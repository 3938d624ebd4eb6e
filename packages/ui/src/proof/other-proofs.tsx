/** The other ways to reauthenticate. */

import { type ReactElement, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { useAuthUi } from "../provider/context.ts";
import type { ProofMethod } from "../provider/proof-method.ts";

/** Props for `OtherProofs`. */
export interface OtherProofsProps {
  readonly methods: readonly ProofMethod[];
  onChoose(method: ProofMethod): void;
}

/** Lists the ways after a click. A single one is shown right away. */
export function OtherProofs({ methods, onChoose }: OtherProofsProps): ReactElement | null {
  const { proof } = useAuthUi().texts;
  const [isOpen, setOpen] = useState(false);
  if (methods.length === 0) return null;
  return (
    <div className="lk-ways">
      {methods.length > 1 ? (
        <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {proof.otherWays}
        </Button>
      ) : null}
      {isOpen || methods.length === 1 ? (
        <ul>
          {methods.map((method) => (
            <li key={method.id}>
              <Button
                variant="secondary"
                fullWidth={methods.length > 1}
                icon={<Icon name={method.icon} />}
                onClick={() => onChoose(method)}
              >
                {method.label}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
