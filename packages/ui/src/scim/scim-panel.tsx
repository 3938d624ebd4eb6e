/** The section of the organization page with its directories. */

import type { ReactElement } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { Section } from "../primitives/section.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import { DirectoryList } from "./directory-list.tsx";
import { useScimClient, useScimUi } from "./ui.ts";

/** The active organization's directories: a section of the organization page, which `scimUi()` adds. */
export function ScimPanel({ focusOnMount = false }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>{(membership) => <Directories membership={membership} focusOnMount={focusOnMount} />}</SectionFrame>
  );
}

interface DirectoriesProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

function Directories({ membership, focusOnMount }: DirectoriesProps): ReactElement {
  const client = useScimClient();
  const words = useScimUi().texts;
  const max = useCapabilities()?.plugins.scim?.maxConnections;
  const { id: organizationId } = membership.organization;
  const { data, error, reload } = useQuery("/scim/list-connections", organizationId, () =>
    client.scim.listConnections({ query: { organizationId } }),
  );
  const isFull = max !== undefined && (data?.length ?? 0) >= max;
  return (
    <DirectoryList
      connections={data}
      error={error}
      reload={reload}
      can={membership.can}
      membership={membership}
      isFull={isFull}
      none={words.none}
      noneText={words.noneText}
    >
      {(create, list) => (
        <Section title={words.title} text={words.text} focusOnMount={focusOnMount} actions={create}>
          {isFull && max ? <p className="lk-note">{fill(words.full, { max: String(max) })}</p> : null}
          {list}
        </Section>
      )}
    </DirectoryList>
  );
}
