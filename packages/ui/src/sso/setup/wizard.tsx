/** Sets up an identity provider step by step. */

import { type ReactElement, type ReactNode, useState } from "react";
import type { Membership } from "../../organization/use-membership.ts";
import { EmptyState } from "../../primitives/empty-state.tsx";
import { ErrorPanel } from "../../primitives/error-panel.tsx";
import { RowGroup } from "../../primitives/row.tsx";
import { Screen } from "../../primitives/screen.tsx";
import { Section } from "../../primitives/section.tsx";
import { Loading, RowsSkeleton } from "../../primitives/skeleton.tsx";
import { useQuery } from "../../primitives/use-query.ts";
import { fill } from "../../texts/texts.ts";
import { useSsoUi } from "../ui.ts";
import type { SetupCalls } from "./calls.ts";
import { DomainStep, EnforceStep, TestStep } from "./finish.tsx";
import { type Choice, ChooseStep, CopyStep, PasteStep } from "./steps.tsx";
import { useSetupStep } from "./use-setup-step.ts";

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

type Step = "choose" | "copy" | "paste" | "domain" | "test" | "directory" | "enforce" | "done";

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
export function SetupSteps({
  calls,
  providerId,
  title,
  membership,
  onCancel,
  onDone,
}: SsoSetupWizardProps): ReactElement {
  const words = useSsoUi().texts.setup;
  const [step, setStep] = useState<Step>(providerId ? "test" : "choose");
  const [choice, setChoice] = useState<Choice | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, reload } = useQuery(calls.paths.state, "setup", () => calls.state());
  const registered = choice?.providerId ?? providerId ?? "";
  const provider = data?.providers.find((one) => one.providerId === registered);
  const domains = data?.domains.filter(({ domain }) => provider?.domain.split(",").includes(domain)) ?? [];
  const directory = useSetupStep((permission) => membership?.can(permission) ?? data?.directory === true);
  // Only a verified domain can require SSO.
  const canRequire = calls.require !== undefined && domains.some(({ verified }) => verified);
  const steps: readonly Step[] = [
    "choose",
    "copy",
    "paste",
    "domain",
    "test",
    ...(directory ? (["directory"] as const) : []),
    // Listed even if no domain turns out to be verified, so that the count stays the same.
    ...(calls.require ? (["enforce"] as const) : []),
  ];
  const finish = (): void => (onDone ? onDone() : setStep("done"));
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
  const render = (): ReactNode => {
    if (step === "choose") {
      const choose = (chosen: Choice): void => {
        setChoice(chosen);
        setStep("copy");
      };
      return <ChooseStep onChoose={choose} onBack={onCancel} />;
    }
    if (step === "copy" && choice)
      return <CopyStep choice={choice} onNext={() => setStep("paste")} onBack={() => setStep("choose")} />;
    if (step === "paste" && choice) {
      return (
        <PasteStep
          choice={choice}
          calls={calls}
          domains={data?.domains.map(({ domain }) => domain) ?? []}
          onNext={() => void reload().then(() => setStep("domain"))}
          onBack={() => setStep("copy")}
        />
      );
    }
    if (step === "domain")
      return <DomainStep calls={calls} domains={domains} reload={reload} onNext={() => setStep("test")} />;
    const enforce = (): void => (canRequire ? setStep("enforce") : finish());
    if (step === "test") {
      const next = (): void => (directory ? setStep("directory") : enforce());
      const back = domains.length > 0 ? () => setStep("domain") : undefined;
      return <TestStep calls={calls} providerId={registered} onNext={next} onBack={back} />;
    }
    if (step === "directory" && directory) {
      const { Step } = directory;
      return (
        <Step
          organizationId={membership?.organization.id ?? null}
          name={provider?.name ?? words.title}
          labels={words}
          secret={secret}
          onSecret={setSecret}
          onNext={enforce}
          onBack={() => setStep("test")}
        />
      );
    }
    if (step === "enforce") {
      const back = (): void => setStep(directory ? "directory" : "test");
      return <EnforceStep calls={calls} domains={domains} providerId={registered} onNext={finish} onBack={back} />;
    }
    return <EmptyState icon="circle-check" title={words.finished} text={words.finishedText} />;
  };
  const place = { step: String(steps.indexOf(step) + 1), count: String(steps.length) };
  return (
    <Section
      // Each step moves focus to the heading, which says what to do next.
      key={step}
      title={title ?? words.title}
      text={step === "done" ? undefined : `${fill(words.step, place)}. ${texts[step]}`}
      focusOnMount
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <Loading pending={data === null} skeleton={<RowsSkeleton rows={3} />}>
          {data ? render() : null}
        </Loading>
      )}
    </Section>
  );
}
