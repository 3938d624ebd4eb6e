/** The section of the organization page with its identity providers. */

import { type ReactElement, useMemo, useState } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Section } from "../primitives/section.tsx";
import { useConsumedParams } from "../primitives/use-consumed-params.ts";
import { useQuery } from "../primitives/use-query.ts";
import { ProviderList } from "./provider-list.tsx";
import { memberCalls, resultsParam, testedParam } from "./setup/calls.ts";
import { SetupLinkButton } from "./setup/link-button.tsx";
import { SetupSteps } from "./setup/wizard.tsx";
import { useSsoClient, useSsoUi } from "./ui.ts";

/** The active organization's identity providers: a section of the organization page, which `ssoUi()` adds. */
export function ProvidersPanel({ focusOnMount = false }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>{(membership) => <PanelOrSetup membership={membership} focusOnMount={focusOnMount} />}</SectionFrame>
  );
}

/** The calls that the setup requires. */
const setUpPaths = ["/sso/register", "/sso/domains"];

interface PanelProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

/** Shows the list, or the setup in its place. */
function PanelOrSetup({ membership, focusOnMount }: PanelProps): ReactElement {
  const client = useSsoClient();
  const { id } = membership.organization;
  const calls = useMemo(() => memberCalls(client, id), [client, id]);
  const query = useConsumedParams([testedParam, resultsParam, "error", "error_description"], undefined);
  const tested = query?.get(testedParam) ?? null;
  const [isSettingUp, setSettingUp] = useState(false);
  const [hasLeft, setHasLeft] = useState(false);
  // The browser has just returned from the setup's test.
  const resumed = hasLeft ? null : tested;
  if (membership.can("sso:create") && (isSettingUp || resumed !== null)) {
    const leave = (): void => {
      setSettingUp(false);
      setHasLeft(true);
    };
    return (
      <SetupSteps
        calls={calls}
        membership={membership}
        providerId={resumed ?? undefined}
        onCancel={leave}
        onDone={leave}
      />
    );
  }
  return (
    <Providers
      membership={membership}
      focusOnMount={focusOnMount || hasLeft}
      tested={query?.get(resultsParam) ?? null}
      onSetUp={() => setSettingUp(true)}
    />
  );
}

interface ProvidersProps extends PanelProps {
  /** The provider whose test the browser has just returned from. Its results open. */
  readonly tested: string | null;
  onSetUp(): void;
}

function Providers({ membership, focusOnMount, tested, onSetUp }: ProvidersProps): ReactElement {
  const client = useSsoClient();
  const words = useSsoUi().texts.providers;
  const { organization, can } = membership;
  const { id: organizationId } = organization;
  const { data, error, reload } = useQuery("/sso/providers", organizationId, () =>
    client.sso.providers({ query: { organizationId } }),
  );
  const canCreate = can("sso:create");
  return (
    <ProviderList
      providers={data?.providers ?? null}
      error={error}
      reload={reload}
      can={can}
      membership={membership}
      tested={tested}
      none={words.none}
      noneText={canCreate ? words.noneText : undefined}
    >
      {(list, { opener }) => (
        <Section
          title={words.title}
          text={words.text}
          focusOnMount={focusOnMount}
          actions={
            data && canCreate ? (
              <div className="lk-actions">
                <SetupLinkButton membership={membership} />
                <Button ref={opener} path={setUpPaths} icon={<Icon name="plus" />} onClick={onSetUp}>
                  {words.add}
                </Button>
              </div>
            ) : null
          }
        >
          {list}
        </Section>
      )}
    </ProviderList>
  );
}
