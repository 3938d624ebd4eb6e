/** The section of the organization page with its email domains. */

import type { ReactElement } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { Section } from "../primitives/section.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { DomainList } from "./domain-list.tsx";
import { useSsoClient, useSsoUi } from "./ui.ts";

/** The active organization's domains: a section of the organization page, which `ssoUi()` adds. */
export function DomainsPanel({ focusOnMount = false }: OrganizationSectionProps): ReactElement {
  return <SectionFrame>{(membership) => <Domains membership={membership} focusOnMount={focusOnMount} />}</SectionFrame>;
}

interface DomainsProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

function Domains({ membership, focusOnMount }: DomainsProps): ReactElement {
  const client = useSsoClient();
  const words = useSsoUi().texts.domains;
  const { id: organizationId } = membership.organization;
  const { data, error, reload } = useQuery("/sso/domains", organizationId, () =>
    client.sso.domains({ query: { organizationId } }),
  );
  return (
    <DomainList
      domains={data}
      error={error}
      reload={reload}
      can={membership.can}
      organizationId={organizationId}
      none={words.none}
      noneText={words.noneText}
    >
      {(add, list) => (
        <Section title={words.title} text={words.text} focusOnMount={focusOnMount} actions={add}>
          {list}
        </Section>
      )}
    </DomainList>
  );
}
