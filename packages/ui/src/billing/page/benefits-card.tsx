/** The card that lists benefits: notes, license keys, files, and access to other services. */

import type { BillingBenefit, LicenseKey } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Card } from "../../primitives/card.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill } from "../../texts/texts.ts";
import { day, quantity } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { Note } from "./note.tsx";
import { PortalButton } from "./portal-button.tsx";

/** Props of `BenefitsCard`. */
export interface BenefitsCardProps {
  readonly className?: string;
}

/** The benefits of a `BillingPage`. The payment provider hands out the keys and files themselves. */
export function BenefitsCard({ className }: BenefitsCardProps): ReactElement {
  const { state } = useBilling();
  const { benefits } = useBillingUi().texts.page;
  const shown = distinct(state.benefits);
  return (
    <Card wide title={benefits.title} className={className}>
      {shown.length === 0 ? (
        <p className="lk-part-text">{benefits.none}</p>
      ) : (
        <ul className="lk-list">
          {shown.map((benefit) => (
            <BenefitRow key={benefit.grantId} benefit={benefit} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Shows a benefit of two plans once. License keys are the exception, because each plan has its own. */
function distinct(benefits: readonly BillingBenefit[]): readonly BillingBenefit[] {
  return benefits.filter(
    ({ id, type }, at) => type === "license_keys" || benefits.findIndex((other) => other.id === id) === at,
  );
}

function BenefitRow({ benefit }: { readonly benefit: BillingBenefit }): ReactElement {
  const { benefits: texts } = useBillingUi().texts.page;
  const { grantId, type, description, note, licenseKey, files } = benefit;
  const title = description || (texts.types[type] ?? type);
  const button = buttons[type];
  return (
    <li className="lk-list-row lk-list-row-wrap">
      <div className="lk-list-text">
        <p className="lk-list-title">{title}</p>
        {note ? <Note text={note} /> : null}
        {licenseKey ? <KeyFacts licenseKey={licenseKey} /> : null}
        {files && files.length > 0 ? (
          <p className="lk-note">
            {files.length === 1 ? texts.file : fill(texts.files, { count: String(files.length) })}
          </p>
        ) : null}
      </div>
      {button ? (
        <PortalButton id={grantId} label={fill(texts.buttonOf, { button: texts[button], benefit: title })}>
          {texts[button]}
        </PortalButton>
      ) : null}
    </li>
  );
}

/** The button for the payment provider's portal, by benefit type. */
const buttons: Readonly<Record<string, "manageKey" | "download" | "connect">> = {
  license_keys: "manageKey",
  downloadables: "download",
  discord: "connect",
  github_repository: "connect",
};

function KeyFacts({ licenseKey }: { readonly licenseKey: LicenseKey }): ReactElement {
  const { language } = useAuthUi().texts;
  const { benefits: texts } = useBillingUi().texts.page;
  const { displayKey, activationLimit, limitUsage, expiresAt } = licenseKey;
  const facts = [
    activationLimit === null ? null : fill(texts.machines, { count: quantity(activationLimit, language) }),
    limitUsage === null ? null : fill(texts.uses, { count: quantity(limitUsage, language) }),
    expiresAt === null ? null : fill(texts.until, { date: day(expiresAt, language) }),
  ].filter((fact) => fact !== null);
  return (
    <p className="lk-note lk-facts">
      {displayKey ? (
        <span>
          <span className="lk-hidden">{texts.key}: </span>
          <code className="lk-code">{displayKey}</code>
        </span>
      ) : null}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}
