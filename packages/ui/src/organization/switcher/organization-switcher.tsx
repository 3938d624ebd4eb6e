/** A menu that shows the active organization and switches to another one. */

import { DropdownMenu } from "radix-ui";
import { type ReactElement, useRef, useState } from "react";
import { Avatar } from "../../primitives/avatar.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { Icon } from "../../primitives/icons.tsx";
import { MenuItem } from "../../primitives/menu.tsx";
import { MenuProblem } from "../../primitives/menu-problem.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { type SignedInUser, WithUser } from "../../session-gate/with-user.tsx";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { CreateOrganizationDialog } from "../create-organization-dialog.tsx";
import { useOrganizationUi } from "../ui.ts";
import { useActiveMembership } from "../use-active-membership.ts";

/** Props of `OrganizationSwitcher`. */
export interface OrganizationSwitcherProps {
  readonly className?: string;
  /** Whether the user can switch to no organization, for their personal data. Default: true. */
  readonly personal?: boolean;
  /** Whether the user can create an organization here. Default: true. */
  readonly create?: boolean;
  /**
   * Runs after a switch, with `null` for no organization. Default: stays on the page, or navigates to the
   * organization's page if it's new.
   */
  onSwitched?(id: string | null): void;
}

/** A menu for the header. Renders nothing if no one is signed in. */
export function OrganizationSwitcher(props: OrganizationSwitcherProps): ReactElement {
  return <WithUser>{(user) => <Switcher {...props} user={user} />}</WithUser>;
}

interface SwitcherProps extends OrganizationSwitcherProps {
  readonly user: SignedInUser;
}

function Switcher({ user, className, personal = true, create = true, onSwitched }: SwitcherProps): ReactElement {
  const client = useOrganizationClient();
  const { texts, navigate } = useAuthUi();
  const { texts: own, path } = useOrganizationUi();
  const { switcher } = own.general;
  const { organization, isPending } = useActiveMembership();
  const list = client.useListOrganizations();
  const [isOpen, setOpen] = useState(false);
  const [creating, setCreating] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const name = organization?.name ?? switcher.personal;

  const choose = async (id: string): Promise<void> => {
    setProblem(null);
    const { error } = await client.organization.setActive({ organizationId: id === "" ? null : id });
    if (error) return setProblem(errorText(texts, error));
    setOpen(false);
    onSwitched?.(id === "" ? null : id);
  };
  const said = problem ?? (list.error && !list.data ? errorText(texts, list.error) : null);
  return (
    <>
      <DropdownMenu.Root
        open={isOpen}
        onOpenChange={(open) => {
          setProblem(null);
          setOpen(open);
        }}
      >
        <DropdownMenu.Trigger
          ref={trigger}
          className={classNames("lk-switcher", className)}
          aria-label={fill(switcher.open, { name })}
          aria-busy={isPending || undefined}
        >
          <Avatar name={organization?.name ?? (user.name || user.email)} image={organization?.logo ?? null} />
          <span className="lk-switcher-name">{name}</span>
          <Icon name="chevrons-up-down" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="lk-menu" align="end" sideOffset={8} collisionPadding={8}>
            <DropdownMenu.RadioGroup
              className="lk-menu-choices"
              value={organization?.id ?? ""}
              onValueChange={(id) => void choose(id)}
            >
              {personal ? (
                <Choice value="" name={switcher.personal} picture={user.name || user.email} image={user.image} />
              ) : null}
              {list.data?.map(({ id, name: one, logo }) => (
                <Choice key={id} value={id} name={one} picture={one} image={logo} />
              ))}
            </DropdownMenu.RadioGroup>
            {list.isPending ? (
              <DropdownMenu.Label className="lk-menu-label">{texts.loading}…</DropdownMenu.Label>
            ) : null}
            {said ? <MenuProblem>{said}</MenuProblem> : null}
            <DropdownMenu.Separator className="lk-menu-line" />
            {organization ? <MenuItem onSelect={() => navigate(path)}>{switcher.settings}</MenuItem> : null}
            {create ? <MenuItem onSelect={() => setCreating(true)}>{switcher.create}</MenuItem> : null}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {creating ? (
        <CreateOrganizationDialog
          returnTo={trigger}
          onClose={() => setCreating(false)}
          onCreated={(id) => {
            setCreating(false);
            if (onSwitched) onSwitched(id);
            else navigate(path);
          }}
        />
      ) : null}
    </>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly name: string;
  /** The name to take the initials from. */
  readonly picture: string;
  readonly image: string | null;
}

function Choice({ value, name, picture, image }: ChoiceProps): ReactElement {
  return (
    <DropdownMenu.RadioItem
      className="lk-menu-item lk-menu-choice"
      value={value}
      // The menu stays open until the switch is done, because it shows the error.
      onSelect={(event) => event.preventDefault()}
    >
      <Avatar name={picture} image={image} />
      <span className="lk-switcher-name">{name}</span>
      <DropdownMenu.ItemIndicator>
        <Icon name="check" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}
