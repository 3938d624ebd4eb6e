/** Opens the dialog for creating an organization from a button. */

import { type ReactElement, type RefObject, useRef, useState } from "react";
import { CreateOrganizationDialog } from "./create-organization-dialog.tsx";

/** The dialog of a button. */
export interface CreateDialog {
  /** The button that opens the dialog. It gets the focus when the dialog closes. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** The open dialog. Render it next to the button. */
  readonly dialog: ReactElement | null;
  open(): void;
}

/** @param onCreated runs when the organization is created and active, and the dialog is closed */
export function useCreateDialog(onCreated: (id: string) => void): CreateDialog {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
  const dialog = isOpen ? (
    <CreateOrganizationDialog
      returnTo={trigger}
      onClose={close}
      onCreated={(id) => {
        close();
        onCreated(id);
      }}
    />
  ) : null;
  return { trigger, dialog, open: () => setOpen(true) };
}
