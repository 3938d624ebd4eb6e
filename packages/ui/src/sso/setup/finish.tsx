/** The steps of the setup after a provider is registered. */

import type { ClientError } from "@latchkey/react";
import type { SsoDomain } from "@latchkey/sso";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { CopyValues } from "../../primitives/copy-values.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { recordValues } from "../domain-dialogs.tsx";
import { DomainState } from "../domain-list.tsx";
import { TestResults } from "../test-results.tsx";
import { useSsoUi } from "../ui.ts";
import { afterTestUrl, type SetupCalls, testedParam } from "./calls.ts";
import { StepActions } from "./steps.tsx";

interface FinishProps {
  readonly calls: SetupCalls;
  readonly domains: readonly SsoDomain[];
  onNext(): void;
}

interface DomainStepProps extends FinishProps {
  /** Missing if the provider was registered earlier. */
  readonly onBack: (() => void) | undefined;
  reload(): Promise<void>;
}

/** Shows the TXT records, and verifies the domains. */
export function DomainStep({ calls, domains, onNext, onBack, reload }: DomainStepProps): ReactElement {
  const { setup: words, domains: domainWords } = useSsoUi().texts;
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ readonly domain: string; readonly error: ClientError } | null>(null);
  const verify = async (domain: string): Promise<void> => {
    setBusy(domain);
    setProblem(null);
    const { error } = await calls.verifyDomain(domain);
    if (error) setProblem({ domain, error });
    else await reload();
    setBusy(null);
  };
  const unverified = domains.filter(({ verified }) => !verified);
  // Only the next action has a primary button.
  const nextDomain = unverified[0];
  const nextButton = (
    <Button variant={nextDomain ? "secondary" : "primary"} onClick={onNext}>
      {nextDomain ? words.skip : words.next}
    </Button>
  );
  return (
    <div className="lk-form">
      {[...domains.filter(({ verified }) => verified), ...unverified].map((domain) => (
        <section key={domain.domain} className="lk-form" aria-label={domain.domain}>
          <p className="lk-device-name">
            <bdi className="lk-list-title" dir="ltr">
              {domain.domain}
            </bdi>
            <DomainState domain={domain} />
          </p>
          {domain.verified ? null : (
            <>
              <ErrorAlert error={problem?.domain === domain.domain ? problem.error : null} />
              <CopyValues values={recordValues(domain.record, domainWords)} />
              <StepActions onBack={domain === unverified.at(-1) ? onBack : undefined}>
                {domain === unverified.at(-1) ? nextButton : null}
                <Button
                  path={calls.paths.verifyDomain}
                  variant={domain === nextDomain ? "primary" : "secondary"}
                  busy={busy === domain.domain}
                  onClick={() => void verify(domain.domain)}
                >
                  {domainWords.verify}
                </Button>
              </StepActions>
            </>
          )}
        </section>
      ))}
      {nextDomain ? null : <StepActions onBack={onBack}>{nextButton}</StepActions>}
    </div>
  );
}

interface TestStepProps extends Omit<FinishProps, "domains"> {
  readonly providerId: string;
  /** Missing if the provider has no domains to show. */
  readonly onBack: (() => void) | undefined;
}

/** Tests the provider, and shows the results. */
export function TestStep({ calls, providerId, onNext, onBack }: TestStepProps): ReactElement {
  const { setup: words, providers } = useSsoUi().texts;
  const tests = useQuery(calls.paths.lastTests, providerId, () => calls.lastTests(providerId));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const start = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const callbackURL = afterTestUrl(providerId, testedParam);
    const started = await calls.testProvider({ providerId, callbackURL });
    if (started.data) return location.assign(started.data.url);
    setBusy(false);
    setError(started.error);
  };
  const passed = tests.data?.tests.some(({ outcome, isCurrent }) => outcome === "success" && isCurrent) ?? false;
  const test = (
    <Button
      key="test"
      path={calls.paths.testProvider}
      variant={passed ? "secondary" : "primary"}
      busy={busy}
      onClick={() => void start()}
    >
      {tests.data?.tests.length ? providers.testAgain : providers.test}
    </Button>
  );
  const next = (
    <Button key="next" variant={passed ? "primary" : "secondary"} onClick={onNext}>
      {passed ? words.next : words.skip}
    </Button>
  );
  return (
    <div className="lk-form">
      <ErrorAlert error={error} />
      <TestResults tests={tests} />
      {/* The last button is the main one. */}
      <StepActions onBack={onBack}>{passed ? [test, next] : [next, test]}</StepActions>
    </div>
  );
}

interface EnforceStepProps extends FinishProps {
  readonly providerId: string;
  onBack(): void;
}

/** Asks whether users have to sign in with SSO. */
export function EnforceStep({ calls, domains, providerId, onNext, onBack }: EnforceStepProps): ReactElement {
  const { setup: words, domains: domainWords, providers } = useSsoUi().texts;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ClientError | null>(null);
  const verified = domains.filter((domain) => domain.verified);
  const enforce = async (): Promise<void> => {
    setBusy(true);
    for (const { domain } of verified) {
      const result = await calls.require?.(domain, providerId);
      if (!result?.error) continue;
      setError(result.error);
      setBusy(false);
      return;
    }
    onNext();
  };
  return (
    <div className="lk-form">
      <ErrorAlert error={error} />
      <p className="lk-note">{domainWords.enforcementText}</p>
      <StepActions onBack={onBack}>
        <Button path="/sso/set-enforcement" variant="secondary" busy={busy} onClick={() => void enforce()}>
          {words.require}
        </Button>
        <Button onClick={onNext}>{providers.done}</Button>
      </StepActions>
    </div>
  );
}
