/** A button that shows the signed-in user and opens a menu. */

import { useAuthClient } from "@latchkey/react";
import { DropdownMenu } from "radix-ui";
import { type ReactElement, useState } from "react";
import { Avatar } from "../primitives/avatar.tsx";
import { classNames } from "../primitives/class-names.ts";
import { MenuItem, MenuSeparator } from "../primitives/menu.tsx";
import { MenuProblem } from "../primitives/menu-problem.tsx";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { errorText } from "../texts/texts.ts";

/** Props of `UserButton`. */
export interface UserButtonProps {
  readonly className?: string;
}

interface ShownUser {
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
}

/** Shows the user and opens a menu with account links and sign-out. Renders nothing if no one is signed in. */
export function UserButton({ className }: UserButtonProps): ReactElement | null {
  const client = useAuthClient();
  const { texts, paths, navigate, plugins } = useAuthUi();
  const slot = useSlots();
  const [problem, setProblem] = useState<string | null>(null);
  const user = client.useSession().data?.user as ShownUser | undefined;
  if (!user) return null;
  const signOut = async (event: Event): Promise<void> => {
    // The menu stays open until the user is signed out, because it shows the error.
    event.preventDefault();
    setProblem(null);
    const { error } = await client.signOut();
    if (error) setProblem(errorText(texts, error));
    else navigate(paths.signIn);
  };
  return (
    <DropdownMenu.Root onOpenChange={() => setProblem(null)}>
      <DropdownMenu.Trigger className={classNames("lk-avatar-button", className)} aria-label={texts.userButton.open}>
        <Avatar name={user.name || user.email} image={user.image} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content {...slot("menu", "lk-menu")} align="end" sideOffset={8} collisionPadding={8}>
          <DropdownMenu.Label className="lk-menu-label">
            <bdi className="lk-list-title lk-truncate">{user.name || user.email}</bdi>
            {user.name ? <bdi className="lk-note lk-truncate">{user.email}</bdi> : null}
          </DropdownMenu.Label>
          <DropdownMenu.Separator className="lk-menu-line" />
          <MenuItem icon="user" onSelect={() => navigate(paths.account)}>
            {texts.userButton.account}
          </MenuItem>
          {plugins.map(({ id, MenuItems }) =>
            MenuItems ? (
              <SetupBoundary key={id}>
                <MenuItems />
              </SetupBoundary>
            ) : null,
          )}
          <MenuSeparator />
          <MenuItem icon="log-out" onSelect={(event) => void signOut(event)}>
            {texts.signOut}
          </MenuItem>
          {problem ? <MenuProblem>{problem}</MenuProblem> : null}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
