/** A link to the fake payment provider's controls, for its clock and faults. */

import { type ReactElement, useEffect, useState } from "react";

/** The server returns the URL. */
const found = (): Promise<{ readonly control: string }> => fetch("/api/payments").then((answer) => answer.json());

export function Controls(): ReactElement {
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => void found().then(({ control }) => setHref(control)), []);
  return (
    <p className="aside">
      No money moves here.{" "}
      {href ? (
        <a className="lk-link" href={href} target="_blank" rel="noreferrer">
          Controls of the payment platform
        </a>
      ) : null}{" "}
      let time pass, refund, and send webhooks twice, late or in the wrong order.
    </p>
  );
}
