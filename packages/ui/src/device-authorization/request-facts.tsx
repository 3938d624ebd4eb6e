/** What a user compares before they connect a device. */

import type { DeviceRequest } from "@latchkey/device-authorization";
import type { ReactElement, ReactNode } from "react";
import { useScopeTexts } from "../oauth-provider/scopes.ts";
import { visibleName } from "../primitives/visible-name.ts";
import { useAuthUi } from "../provider/context.ts";
import { deviceName } from "../sessions/device-row.tsx";
import { useDeviceUi } from "./ui.ts";

/** Shows what asks for access, and from where. */
export function RequestFacts({ request }: { readonly request: DeviceRequest }): ReactElement {
  const { texts } = useAuthUi();
  const words = useDeviceUi().texts;
  const { client_name: app, client_id: id, scope, requested } = request;
  const scopes = useScopeTexts([...new Set(scope?.split(" ").filter(Boolean))]);
  const time = requested?.at.toLocaleString(texts.language, { dateStyle: "medium", timeStyle: "short" });
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.app, visibleName(app ?? id) || words.unknown],
    [words.device, requested?.agent ? deviceName(texts, requested.agent) : words.unknown],
    [words.place, requested?.ip ?? words.unknown],
    [words.asked, time ?? words.unknown],
    ...(scopes.length > 0 ? [[words.scope, <Scopes key="scopes" scopes={scopes} />] as const] : []),
  ];
  return (
    <dl className="lk-device-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === "string" ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Scopes({ scopes }: { readonly scopes: readonly string[] }): ReactElement {
  return (
    <ul className="lk-lines">
      {scopes.map((scope) => (
        <li key={scope}>{scope}</li>
      ))}
    </ul>
  );
}

/** Shows the code in two halves, as devices do, because they're easier to compare. They stay on one line. */
export function UserCode({ code }: { readonly code: string }): ReactElement {
  const half = Math.ceil(code.length / 2);
  return (
    <bdi dir="ltr" className="lk-number">
      {code.slice(0, half)}-{code.slice(half)}
    </bdi>
  );
}
