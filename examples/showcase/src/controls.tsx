/** A link to the fake payment provider's controls, for its clock and faults. */

import { type ReactElement, useEffect, useState } from "react";

/** The server returns the URL. */
const found = (): Promise<{ readonly control: string }> => fetch("/api/payments").then((answer) => answer.json());

export function Controls(): ReactElement {
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => void found().then(({ control }) => setHref(control)), []);
  return (
    <p className="aside">
      No real payments are made. Use the{" "}
      {href ? (
        <a className="lk-link" href={href} target="_blank" rel="noreferrer">
          payment provider controls
        </a>
      ) : (
        "payment provider controls"
      )}{" "}
      to advance time, issue refunds, and send webhooks twice, late, or out of order.
    </p>
  );
}
