/** Shown in place of a list of organizations that's empty. */

import type { ReactElement } from "react";
import { useAccountState } from "../account/account-state.ts";
import { useCanCreate } from "../organization/switcher/use-can-create.ts";
import { useOrganizationUi } from "../organization/ui.ts";
import { useCreateDialog } from "../organization/use-create-dialog.tsx";
import { Button } from "../primitives/button.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { Icon } from "../primitives/icons.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill } from "../texts/texts.ts";
import { useOAuthProviderUi } from "./ui.ts";

/** Props for `NoOrganizations`. */
export interface NoOrganizationsProps {
  /** Name of the app that needs an organization. */
  readonly app: string;
  /** Whether the page continues with the organization that the user has created. */
  readonly busy: boolean;
  /** Runs when the user has created one. */
  onCreated(id: string): void;
}

/** Says what the user can do. With `organizationUi()`, they can create an organization here. */
export function NoOrganizations(props: NoOrganizationsProps): ReactElement {
  const words = useOAuthProviderUi().texts.organization;
  const hasUi = useAuthUi().plugins.some(({ id }) => id === "organization");
  if (hasUi) return <OfferToCreate {...props} />;
  return <EmptyState icon="building-2" title={words.none} text={fill(words.noneText, { app: props.app })} />;
}

function OfferToCreate({ app, busy, onCreated }: NoOrganizationsProps): ReactElement {
  const words = useOAuthProviderUi().texts.organization;
  const { switcher } = useOrganizationUi().texts;
  const { isPending } = useAccountState();
  const canCreate = useCanCreate();
  const { trigger, dialog, open } = useCreateDialog(onCreated);
  const create = (
    <Button ref={trigger} busy={busy} icon={<Icon name="plus" />} onClick={open}>
      {switcher.create}
    </Button>
  );
  return (
    <>
      <EmptyState
        icon="building-2"
        title={words.none}
        text={fill(canCreate || isPending ? words.noneText : words.inviteOnly, { app })}
        action={canCreate ? create : undefined}
      />
      {dialog}
    </>
  );
}
