/** A panel that shows the active organization and switches to another one. */

import { type ReactElement, useState } from "react";
import { Avatar } from "../../primitives/avatar.tsx";
import { classNames } from "../../primitives/class-names.ts";
import { Icon } from "../../primitives/icons.tsx";
import { confirmLeaving } from "../../primitives/leaving.ts";
import { Popover } from "../../primitives/popover.tsx";
import { useAuthUi } from "../../provider/context.ts";
import { useCanCall } from "../../provider/use-can-call.ts";
import { type SignedInUser, WithUser } from "../../session-gate/with-user.tsx";
import { errorText, fill } from "../../texts/texts.ts";
import { useOrganizationClient } from "../client.ts";
import { useOrganizationUi } from "../ui.ts";
import { useCreateDialog } from "../use-create-dialog.tsx";
import { useMembership } from "../use-membership.ts";
import { SwitcherPanel, type SwitchTarget } from "./switcher-panel.tsx";
import { useCanCreate } from "./use-can-create.ts";

/** Props for `OrganizationSwitcher`. */
export interface OrganizationSwitcherProps {
  readonly className?: string;
  /** Whether the user can switch to the personal account, which has no organization. Default: true. */
  readonly personal?: boolean;
  /** Whether the user can create an organization here. Default: true, if the server allows it. */
  readonly create?: boolean;
  /**
   * Runs after a switch, with `null` for no organization. Default: stays on the page, or navigates to the
   * organization's page if it's new.
   */
  onSwitched?(id: string | null): void;
}

/**
 * A button for the header. Renders nothing if no one is signed in, or if the server can't list or switch organizations.
 */
export function OrganizationSwitcher(props: OrganizationSwitcherProps): ReactElement | null {
  if (useCanCall()(["/organization/list", "/organization/set-active"]) === false) return null;
  return <WithUser>{(user) => <Switcher {...props} user={user} />}</WithUser>;
}

interface SwitcherProps extends OrganizationSwitcherProps {
  readonly user: SignedInUser;
}

function Switcher({ user, className, personal = true, create = true, onSwitched }: SwitcherProps): ReactElement {
  const client = useOrganizationClient();
  const { texts, navigate } = useAuthUi();
  const { texts: words, path } = useOrganizationUi();
  const { switcher } = words;
  const { membership, isPending } = useMembership();
  const canCreate = useCanCreate();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The chosen organization, shown until the server responds.
  const [pendingTarget, setPendingTarget] = useState<SwitchTarget | null>(null);
  const [switchedTo, setSwitchedTo] = useState<string | null>(null);
  const creation = useCreateDialog((id) => (onSwitched ? onSwitched(id) : navigate(path)));
  const current: SwitchTarget = membership?.organization ?? { id: null, name: switcher.personal, logo: null };
  const displayed = pendingTarget ?? current;

  const choose = async (target: SwitchTarget): Promise<void> => {
    setProblem(null);
    setPendingTarget(target);
    const { error } = await client.organization.setActive({ organizationId: target.id });
    setPendingTarget(null);
    if (error) return setProblem(errorText(texts, error));
    setOpen(false);
    setSwitchedTo(target.name);
    onSwitched?.(target.id);
  };
  const isPersonal = displayed.id === null;
  return (
    <>
      <Popover
        label={switcher.label}
        align="end"
        open={open}
        onOpenChange={(isOpen) => {
          setProblem(null);
          setOpen(isOpen);
        }}
        trigger={
          <button
            ref={creation.trigger}
            type="button"
            className={classNames("lk-switcher", className)}
            aria-label={fill(switcher.open, { name: displayed.name })}
            aria-busy={isPending || undefined}
          >
            <Avatar
              size="small"
              shape={isPersonal ? "round" : "square"}
              name={isPersonal ? user.name || user.email : displayed.name}
              image={isPersonal ? user.image : displayed.logo}
            />
            <bdi className="lk-truncate">{displayed.name}</bdi>
            <Icon name="chevrons-up-down" />
          </button>
        }
      >
        <SwitcherPanel
          user={user}
          membership={membership}
          currentId={displayed.id}
          personal={personal}
          problem={problem}
          onChoose={(target) => confirmLeaving(() => void choose(target))}
          onClose={() => setOpen(false)}
          {...(create && canCreate
            ? {
                onCreate: () => {
                  setOpen(false);
                  creation.open();
                },
              }
            : {})}
        />
      </Popover>
      <span className="lk-hidden" role="status">
        {switchedTo === null ? null : fill(switcher.switched, { name: switchedTo })}
      </span>
      {creation.dialog}
    </>
  );
}
