/** The other methods for the second step. */

import { type ReactElement, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { Icon, type IconName } from "../primitives/icons.tsx";
import type { CodeMethod, VerificationMethod } from "./pending-sign-in.ts";
import { useTwoFactorUi } from "./ui.ts";

/** Props for `OtherMethods`. */
export interface OtherMethodsProps {
  readonly methods: readonly VerificationMethod[];
  onChoose(method: VerificationMethod): void;
}

const icons: Readonly<Record<CodeMethod, IconName>> = { totp: "smartphone", otp: "mail", backup: "key-round" };

/** Lists the methods after a click. A single one is shown right away. */
export function OtherMethods({ methods, onChoose }: OtherMethodsProps): ReactElement | null {
  const { step } = useTwoFactorUi().texts;
  const [isOpen, setOpen] = useState(false);
  const labels = { totp: step.useTotp, otp: step.useOtp, backup: step.useBackup };
  if (methods.length === 0) return null;
  const describe = (method: VerificationMethod) =>
    typeof method === "string"
      ? { key: method, label: labels[method], icon: icons[method] }
      : { ...method, key: method.method };
  const choose = (method: VerificationMethod): void => {
    setOpen(false);
    onChoose(method);
  };
  return (
    <div className="lk-ways">
      {methods.length > 1 ? (
        <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {step.otherMethods}
        </Button>
      ) : null}
      {isOpen || methods.length === 1 ? (
        <ul>
          {methods.map((method) => {
            const { key, label, icon } = describe(method);
            return (
              <li key={key}>
                <Button
                  variant={methods.length > 1 ? "secondary" : "ghost"}
                  fullWidth
                  icon={<Icon name={icon} />}
                  onClick={() => choose(method)}
                >
                  {label}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}
