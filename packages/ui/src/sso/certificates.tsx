/** The certificates of a SAML provider, and the app's own certificates for it. */

import type { RotateSsoKeysInput, SsoProvider } from "@latchkey/sso";
import { type ReactElement, useRef, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { CopyValues } from "../primitives/copy-values.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCanCall } from "../provider/use-can-call.ts";
import { errorText, fill } from "../texts/texts.ts";
import { useSsoClient, useSsoUi } from "./ui.ts";

type SamlConfig = NonNullable<SsoProvider["samlConfig"]>;
type Certificate = SamlConfig["certificate"][number];

/** Props for `Certificates`. */
export interface CertificatesProps {
  readonly providerId: string;
  readonly config: SamlConfig;
  readonly canUpdate: boolean;
  /** Runs after each step of a rotation. */
  onChanged(): void;
}

/** Both sides' certificates. The app's own can be replaced step by step, while sign-ins keep working. */
export function Certificates({ providerId, config, canUpdate, onChanged }: CertificatesProps): ReactElement {
  const { providers, certificates: words } = useSsoUi().texts;
  return (
    <div className="lk-audit-drawer">
      <section className="lk-form">
        <h3 className="lk-part-title">{words.theirs}</h3>
        <ErrorAlert error={config.metadataProblem === null ? null : words.rejected} />
        {config.metadataUrl === null ? (
          <p className="lk-note">{words.theirsText}</p>
        ) : (
          <CopyValues values={[{ label: providers.metadataUrl, value: config.metadataUrl, copy: providers.copy }]} />
        )}
        <ul className="lk-rows" aria-label={words.theirs}>
          {config.certificate.map((certificate) => (
            <CertificateRow key={certificate.fingerprintSha256} certificate={certificate} />
          ))}
        </ul>
      </section>
      <OwnCertificates providerId={providerId} config={config} canUpdate={canUpdate} onChanged={onChanged} />
    </div>
  );
}

function OwnCertificates({ providerId, config, canUpdate, onChanged }: CertificatesProps): ReactElement {
  const client = useSsoClient();
  const { texts } = useAuthUi();
  const { providers, certificates: words } = useSsoUi().texts;
  const showToast = useToast();
  const [busy, setBusy] = useState<RotateSsoKeysInput["step"] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const canRotate = useCanCall()("/sso/rotate-keys") !== false && canUpdate;
  const heading = useRef<HTMLHeadingElement>(null);
  const rotate = async (step: RotateSsoKeysInput["step"]): Promise<void> => {
    setBusy(step);
    setProblem(null);
    const { error } = await client.sso.rotateKeys({ providerId, step });
    setBusy(null);
    if (error) return setProblem(errorText(texts, error));
    showToast({ text: { add: words.added, use: words.used, remove: words.removed }[step] });
    // The button that was pressed is gone.
    heading.current?.focus();
    onChanged();
  };
  const stepButton = (name: "use" | "remove", label: string, { fingerprintSha256 }: Certificate): ReactElement => (
    <Button
      variant={name === "use" ? "secondary" : "ghost"}
      size="small"
      busy={busy === name}
      aria-label={fill(label, { fingerprint: shortFingerprint(fingerprintSha256) })}
      onClick={() => void rotate(name)}
    >
      {words[name]}
    </Button>
  );
  return (
    <section className="lk-form">
      <h3 ref={heading} className="lk-part-title" tabIndex={-1}>
        {words.own}
      </h3>
      {canRotate ? <p className="lk-note">{words.ownText}</p> : null}
      <CopyValues values={[{ label: words.ownMetadata, value: config.spMetadataUrl, copy: providers.copy }]} />
      <ErrorAlert error={problem} />
      <ul className="lk-rows" aria-label={words.own}>
        {config.spCertificate.map((certificate, index) => (
          <CertificateRow
            key={certificate.fingerprintSha256}
            certificate={certificate}
            badge={index === 0 ? words.signing : null}
          >
            {canRotate && index > 0 ? (
              <div className="lk-actions">
                {stepButton("use", words.useLabel, certificate)}
                {stepButton("remove", words.removeLabel, certificate)}
              </div>
            ) : null}
          </CertificateRow>
        ))}
      </ul>
      {canRotate && config.spCertificate.length === 1 ? (
        <div>
          <Button variant="secondary" size="small" busy={busy === "add"} onClick={() => void rotate("add")}>
            {words.add}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

interface CertificateRowProps {
  readonly certificate: Certificate;
  readonly badge?: string | null;
  readonly children?: ReactElement | null;
}

function CertificateRow({ certificate, badge = null, children }: CertificateRowProps): ReactElement {
  const { fingerprintSha256, notAfter } = certificate;
  return (
    <li className="lk-device" data-lk="row">
      <div className="lk-list-text">
        <p className="lk-device-name">
          <code className="lk-code" dir="ltr" title={fingerprintSha256}>
            {shortFingerprint(fingerprintSha256)}…
          </code>
          {badge === null ? null : <Badge tone="success">{badge}</Badge>}
        </p>
        <ExpiryNote notAfter={notAfter} />
        {children}
      </div>
    </li>
  );
}

/** Returns the first 14 characters of a fingerprint, which are enough to tell two fingerprints apart. */
function shortFingerprint(fingerprint: string): string {
  return fingerprint.slice(0, 14);
}

/** When a certificate expires. */
export function ExpiryNote({ notAfter }: { readonly notAfter: Date }): ReactElement {
  const { language } = useAuthUi().texts;
  const words = useSsoUi().texts.providers;
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(notAfter);
  const isExpired = notAfter.getTime() < Date.now();
  const text = fill(isExpired ? words.certificateExpired : words.certificateExpires, { date });
  // A month leaves time to get a new one.
  const isSoon = notAfter.getTime() < Date.now() + 30 * 86_400_000;
  return (
    <p className="lk-note">{isSoon ? <Badge tone={isExpired ? "destructive" : "warning"}>{text}</Badge> : text}</p>
  );
}
