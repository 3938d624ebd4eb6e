/** A feature for paying users only. Each frame counts on the meter. */

import { Section } from "@latchkey/ui";
import { BillingPage, UsageSection, useBilling } from "@latchkey/ui/billing";
import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import { client } from "../client.ts";
import { useBillingOwner } from "./billing.tsx";

export function Studio(): ReactElement {
  const { name, ...owner } = useBillingOwner();
  return (
    <div className="settings">
      <BillingPage title={name === null ? "Studio" : `Studio for ${name}`} search="" {...owner}>
        <Renderer />
        <UsageSection />
      </BillingPage>
    </div>
  );
}

function Renderer(): ReactElement {
  const { reference, reload } = useBilling();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<ReactElement | string | null>(null);
  const render = async (frames: number): Promise<void> => {
    setBusy(true);
    const { error } = await client.$fetch("/studio/render", { method: "POST", body: { frames, ...reference } });
    setBusy(false);
    if (error) return setMessage(error.code === "BENEFIT_REQUIRED" ? <UpgradeNotice /> : error.message);
    setMessage(`Rendered ${frames} frames. Your usage updates in a moment.`);
    // Usage goes to the payment provider and comes back as a webhook.
    await reload();
  };
  return (
    <Section title="Render frames" text="Requires the Pro tools benefit. Every frame counts toward your usage.">
      <div className="lk-actions">
        {[50, 400].map((frames) => (
          <button
            key={frames}
            type="button"
            className="lk-button lk-button-secondary"
            aria-disabled={busy || undefined}
            onClick={() => (busy ? undefined : void render(frames))}
          >
            Render {frames} frames
          </button>
        ))}
      </div>
      <p role="status" className="studio-message">
        {message}
      </p>
    </Section>
  );
}

function UpgradeNotice(): ReactElement {
  return (
    <>
      You need the Pro tools for this.{" "}
      <Link href="/pricing" className="lk-link">
        See plans that include them
      </Link>
    </>
  );
}
