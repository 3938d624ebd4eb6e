/** Sets up an identity provider step by step. */

import type { ReactElement } from "react";
import type { Membership } from "../../organization/use-membership.ts";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { RowGroup } from "../../primitives/row.tsx";
import { Screen } from "../../primitives/screen.tsx";
import { Section } from "../../primitives/section.tsx";
import { Loading, RowsSkeleton } from "../../primitives/skeleton.tsx";
import { fill } from "../../texts/texts.ts";
import { useSsoUi } from "../ui.ts";
import type { SetupCalls } from "./calls.ts";
import { DomainStep, EnforceStep, TestStep } from "./finish.tsx";
import { type Choice, ChooseStep, CopyStep, PasteStep } from "./steps.tsx";
import { type Setup, type Step, useSetup } from "./use-setup.ts";

/** Props for `SsoSetupWizard`. */
export interface SsoSetupWizardProps {
  readonly calls: SetupCalls;
  /** A registered provider to continue with, at its test. */
  readonly providerId?: string | undefined;
  /** Default: "Set up single sign-on". */
  readonly title?: string;
  /** The member who sets it up. Plugins can add a step for them, such as the directory. */
  readonly membership?: Membership;
  /** Runs on Cancel. Without it, there's no Cancel button. */
  onCancel?: (() => void) | undefined;
  /** Runs at the end. Without it, a note says that everything is done. */
  onDone?: (() => void) | undefined;
}

/** Lets the user choose a provider, exchange values with it, verify the domains, test, and require SSO. */
export function SsoSetupWizard(props: SsoSetupWizardProps): ReactElement {
  return (
    <Screen className="lk-settings-part">
      <RowGroup>
        <SetupSteps {...props} />
      </RowGroup>
    </Screen>
  );
}

/** The setup, for a page that has a frame. */
export function SetupSteps(props: SsoSetupWizardProps): ReactElement {
  const words = useSsoUi().texts.setup;
  const setup = useSetup(props.calls, props.providerId, props.membership);
  const text = useStepText(setup);
  const { step, steps } = setup;
  const { data, error, reload } = setup.query;
  const place = { step: String(steps.indexOf(step) + 1), count: String(steps.length) };
  return (
    <Section
      // Each step moves focus to the heading, which says what to do next.
      key={step}
      title={props.title ?? words.title}
      text={step === "done" ? undefined : `${fill(words.step, place)}. ${text}`}
      focusOnMount
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Loading pending={data === null} skeleton={<RowsSkeleton rows={3} />}>
          {data ? <CurrentStep {...props} setup={setup} /> : null}
        </Loading>
      )}
    </Section>
  );
}

/** Returns what the step asks the user to do. */
function useStepText({ step, directory }: Setup): string {
  const words = useSsoUi().texts.setup;
  const texts: Readonly<Record<Step, string>> = {
    choose: words.chooseText,
    copy: words.copyText,
    paste: words.pasteText,
    domain: words.domainText,
    test: words.testText,
    directory: directory?.text ?? "",
    enforce: words.enforceText,
    done: "",
  };
  return texts[step];
}

interface CurrentStepProps extends SsoSetupWizardProps {
  readonly setup: Setup;
}

function CurrentStep(props: CurrentStepProps): ReactElement {
  const words = useSsoUi().texts.setup;
  const { step, choice, choose } = props.setup;
  if (step === "choose") return <ChooseStep onChoose={choose} onBack={props.onCancel} />;
  if ((step === "copy" || step === "paste") && choice) return <ExchangeStep {...props} choice={choice} />;
  if (step === "done") return <EmptyState icon="circle-check" title={words.finished} text={words.finishedText} />;
  return <FinishStep {...props} />;
}

/** A step that exchanges values with the provider. Once it's registered, the user can only look the values up. */
function ExchangeStep({ calls, setup, choice }: CurrentStepProps & { readonly choice: Choice }): ReactElement {
  const { step, query, provider, go } = setup;
  if (step === "copy") {
    const isRegistered = provider !== undefined;
    return (
      <CopyStep
        choice={choice}
        onNext={() => go(isRegistered ? "domain" : "paste")}
        onBack={isRegistered ? undefined : () => go("choose")}
      />
    );
  }
  return (
    <PasteStep
      choice={choice}
      calls={calls}
      domains={query.data?.domains.map(({ domain }) => domain) ?? []}
      onNext={() => void query.reload().then(() => go("domain"))}
      onBack={() => go("copy")}
    />
  );
}

/** A step after the provider is registered. */
function FinishStep({ calls, setup, membership, onDone }: CurrentStepProps): ReactElement {
  const words = useSsoUi().texts.setup;
  const { step, choice, query, providerId, provider, domains, directory, canRequire, go } = setup;
  const finish = (): void => (onDone ? onDone() : go("done"));
  const enforce = (): void => (canRequire ? go("enforce") : finish());
  if (step === "domain") {
    const back = choice ? () => go("copy") : undefined;
    return <DomainStep calls={calls} domains={domains} reload={query.reload} onNext={() => go("test")} onBack={back} />;
  }
  if (step === "test") {
    const next = (): void => (directory ? go("directory") : enforce());
    const back = domains.length > 0 ? () => go("domain") : undefined;
    return <TestStep calls={calls} providerId={providerId} onNext={next} onBack={back} />;
  }
  if (step === "directory" && directory) {
    return (
      <directory.Step
        organizationId={membership?.organization.id ?? null}
        name={provider?.name ?? words.title}
        labels={words}
        secret={setup.secret}
        onSecret={setup.setSecret}
        onNext={enforce}
        onBack={() => go("test")}
      />
    );
  }
  const back = (): void => go(directory ? "directory" : "test");
  return <EnforceStep calls={calls} domains={domains} providerId={providerId} onNext={finish} onBack={back} />;
}
