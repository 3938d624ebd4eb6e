/** A panel at the end of the window, for the details of a row. */

import { Dialog } from "radix-ui";
import { type ReactElement, type ReactNode, useRef } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";

/** Props for `Drawer`. */
export interface DrawerProps {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly text?: string | undefined;
  readonly children: ReactNode;
  onClose(): void;
}

/** A panel at the end of the window. It traps the focus and returns it when it closes. */
export function Drawer({ open, title, text, children, onClose }: DrawerProps): ReactElement {
  const { texts } = useAuthUi();
  const slot = useSlots();
  const previousFocus = useRef<Element | null>(null);
  // Radix only returns focus to a trigger inside the dialog's root.
  const focusBack = (event: Event): void => {
    event.preventDefault();
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay {...slot("overlay", "lk-overlay")} />
        <Dialog.Content
          {...slot("drawer", "lk-drawer")}
          {...(text ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={() => {
            previousFocus.current = document.activeElement;
          }}
          onCloseAutoFocus={focusBack}
        >
          <header className="lk-drawer-header">
            <div>
              <Dialog.Title className="lk-dialog-title">{title}</Dialog.Title>
              {text ? <Dialog.Description className="lk-dialog-text">{text}</Dialog.Description> : null}
            </div>
            {/* No tooltip: it would open with the drawer, and the first Escape would only close the tooltip. */}
            <Dialog.Close asChild>
              <Button variant="ghost" size="small" icon={<Icon name="x" />} aria-label={texts.close} />
            </Dialog.Close>
          </header>
          <div className="lk-drawer-body">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
