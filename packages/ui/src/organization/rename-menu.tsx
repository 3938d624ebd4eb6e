/** The menu for renaming or deleting something that has a name. */

import { type ReactElement, type RefObject, useRef, useState } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { ActionsMenu, type ActionsMenuProps } from "./actions-menu.tsx";
import { ConfirmActionDialog, type ConfirmActionDialogProps } from "./confirm-action-dialog.tsx";

/** What the dialog for renaming needs. */
export interface RenameDialogPlace {
  readonly returnTo: RefObject<HTMLElement | null>;
  onClose(): void;
}

export interface RenameMenuProps extends Pick<ActionsMenuProps, "label" | "place"> {
  readonly canRename: boolean;
  readonly canDelete: boolean;
  readonly rename: string;
  /** The item and the dialog for deleting. */
  readonly removal: Pick<ConfirmActionDialogProps, "title" | "text" | "submit" | "run">;
  renameDialog(place: RenameDialogPlace): ReactElement;
}

/** Renders nothing if there are no actions. */
export function RenameMenu(props: RenameMenuProps): ReactElement | null {
  const { label, place, canRename, canDelete, removal } = props;
  const [openDialog, setOpenDialog] = useState<"rename" | "delete" | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  if (!canRename && !canDelete) return null;
  const run: ConfirmActionDialogProps["run"] = async () => {
    const result = await removal.run();
    if (!result.error) setOpenDialog(null);
    return result;
  };
  const dialog: RenameDialogPlace = { returnTo: trigger, onClose: () => setOpenDialog(null) };
  return (
    <>
      <ActionsMenu label={label} trigger={trigger} {...(place === undefined ? {} : { place })}>
        {canRename ? <MenuItem onSelect={() => setOpenDialog("rename")}>{props.rename}</MenuItem> : null}
        {canDelete ? (
          <MenuItem tone="destructive" onSelect={() => setOpenDialog("delete")}>
            {removal.submit}
          </MenuItem>
        ) : null}
      </ActionsMenu>
      {openDialog === "rename" ? props.renameDialog(dialog) : null}
      {openDialog === "delete" ? <ConfirmActionDialog {...removal} {...dialog} run={run} /> : null}
    </>
  );
}
