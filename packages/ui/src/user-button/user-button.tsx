/** A button that shows the signed-in user and opens a menu. */

import { useAuthClient } from "@latchkey/react";
import { DropdownMenu } from "radix-ui";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { Avatar } from "../primitives/avatar.tsx";
import { classNames } from "../primitives/class-names.ts";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { MenuItem, MenuSeparator } from "../primitives/menu.tsx";
import { MenuProblem } from "../primitives/menu-problem.tsx";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useAvailablePlugins } from "../provider/plugin.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { errorText } from "../texts/texts.ts";

/** Props for `UserButton`. */
export interface UserButtonProps {
  readonly className?: string;
}

interface ShownUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
}

/** Shows the user and opens a menu with account links and sign-out. Renders nothing if no one is signed in. */
export function UserButton({ className }: UserButtonProps): ReactElement | null {
  const client = useAuthClient();
  const { texts, paths, navigate } = useAuthUi();
  const slot = useSlots();
  const available = useAvailablePlugins();
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const user = client.useSession().data?.user as ShownUser | undefined;
  const userId = user?.id;
  // Another account was chosen in the menu, which stays open until then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the user changes
  useEffect(() => setOpen(false), [userId]);
  if (!user) return null;
  const warning = available.map((plugin) => plugin.signOutWarning?.(user)).find(Boolean);
  const SignOutItems = available.find((plugin) => plugin.SignOutItems)?.SignOutItems;
  const signOut = async (): Promise<void> => {
    setProblem(null);
    setBusy(true);
    const { data, error } = await client.signOut();
    setBusy(false);
    if (error) setProblem(errorText(texts, error));
    // Otherwise, the client is already on its way to the provider, to sign the user out there too.
    else if (!data.redirect) navigate(paths.signIn);
  };
  const onOpenChange = (open: boolean): void => {
    setProblem(null);
    setOpen(open);
  };
  const onSignOut = (event: Event): void => {
    if (warning) {
      setAsking(true);
      return;
    }
    // The menu stays open until the user is signed out, because it shows the error.
    event.preventDefault();
    void signOut();
  };
  const menu = (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger
        ref={opener}
        className={classNames("lk-avatar-button", className)}
        aria-label={texts.userButton.open}
      >
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
          {available.map(({ id, MenuItems }) =>
            MenuItems ? (
              <SetupBoundary key={id}>
                <MenuItems />
              </SetupBoundary>
            ) : null,
          )}
          <MenuSeparator />
          {SignOutItems ? (
            <SetupBoundary>
              <SignOutItems onSignOut={onSignOut} onProblem={setProblem} />
            </SetupBoundary>
          ) : (
            <MenuItem icon="log-out" onSelect={onSignOut}>
              {texts.signOut}
            </MenuItem>
          )}
          {problem ? <MenuProblem>{problem}</MenuProblem> : null}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
  if (!warning) return menu;
  return (
    <>
      {menu}
      <ConfirmDialog
        {...warning}
        open={isAsking}
        busy={busy}
        error={problem}
        returnFocusTo={opener}
        onConfirm={() => void signOut()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
