/** The section with benefits: notes, license keys, files, and access to other services. */

import type { BillingBenefit, LicenseKey, WaitingBenefit } from "@latchkey/billing";
import type { ReactElement } from "react";
import { Badge } from "../../primitives/badge.tsx";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { Row, Rows } from "../../primitives/row.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount } from "../../texts/texts.ts";
import { day } from "../money.ts";
import { useBillingUi } from "../ui.ts";
import { useBilling } from "./data.ts";
import { Note } from "./note.tsx";
import { Part } from "./part.tsx";
import { PortalButton } from "./portal-button.tsx";

/** The benefits of a `BillingPage`. The payment provider delivers the license keys and files. */
export function BenefitsSection(): ReactElement {
  const { state } = useBilling();
  const { benefits } = useBillingUi().texts.page;
  const shown = uniqueBenefits(state.benefits);
  return (
    <Part title={benefits.title}>
      <Rows>
        {state.waitingBenefits.map((benefit) => (
          <WaitingRow key={benefit.grantId} benefit={benefit} />
        ))}
        {shown.map((benefit) => (
          <BenefitRow key={benefit.grantId} benefit={benefit} />
        ))}
        {shown.length + state.waitingBenefits.length === 0 ? <EmptyState title={benefits.none} /> : null}
      </Rows>
    </Part>
  );
}

/** Lists each benefit once, even if two plans include it. License keys are an exception: each plan has its own. */
function uniqueBenefits(benefits: readonly BillingBenefit[]): readonly BillingBenefit[] {
  return benefits.filter(
    ({ id, type }, at) => type === "license_keys" || benefits.findIndex((other) => other.id === id) === at,
  );
}

function BenefitRow({ benefit }: { readonly benefit: BillingBenefit }): ReactElement {
  const { texts } = useAuthUi();
  const { benefits: words } = useBillingUi().texts.page;
  const { grantId, type, description, note, licenseKey, files } = benefit;
  const title = description || (words.types[type] ?? type);
  const button = buttons[type];
  return (
    <Row
      label={title}
      value={
        <>
          {note ? <Note text={note} /> : null}
          {licenseKey ? <KeyFacts licenseKey={licenseKey} /> : null}
          {files && files.length > 0 ? <p className="lk-note">{fillCount(texts, words.files, files.length)}</p> : null}
        </>
      }
      actions={
        button ? (
          <PortalButton id={grantId} label={fill(words.buttonOf, { button: words[button], benefit: title })}>
            {words[button]}
          </PortalButton>
        ) : null
      }
    />
  );
}

/** A benefit that needs something from the user first, such as a connected account. */
function WaitingRow({ benefit }: { readonly benefit: WaitingBenefit }): ReactElement {
  const { benefits: words } = useBillingUi().texts.page;
  const { grantId, type, description, error } = benefit;
  const title = description || (words.types[type] ?? type);
  const button = words[buttons[type] ?? "connect"];
  return (
    <Row
      label={title}
      value={<Badge tone="warning">{words.waiting}</Badge>}
      hint={error ? <bdi>{error}</bdi> : null}
      actions={
        <PortalButton id={grantId} label={fill(words.buttonOf, { button, benefit: title })}>
          {button}
        </PortalButton>
      }
    />
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
  const { texts } = useAuthUi();
  const { benefits: words } = useBillingUi().texts.page;
  const { displayKey, activationLimit, limitUsage, expiresAt } = licenseKey;
  const facts = [
    activationLimit === null ? null : fillCount(texts, words.machines, activationLimit),
    limitUsage === null ? null : fillCount(texts, words.uses, limitUsage),
    expiresAt === null ? null : fill(words.until, { date: day(expiresAt, texts.language) }),
  ].filter((fact) => fact !== null);
  return (
    <>
      {displayKey ? (
        <span>
          <span className="lk-hidden">{words.key} </span>
          <bdi className="lk-code">{displayKey}</bdi>
        </span>
      ) : null}
      <p className="lk-note lk-facts">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </>
  );
}
