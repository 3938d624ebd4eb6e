/** The way to what only a demo has: a payment platform whose clock and whose faults one can set. */

import { type ReactElement, useEffect, useState } from "react";

/** The server says where it is. */
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
