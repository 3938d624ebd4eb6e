/** Finds the open dialog. Confirmations have the `alertdialog` role, others `dialog`. */

import { waitFor } from "@testing-library/react";

/** Returns the open dialog, or `null`. */
export function queryDialog(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[role=dialog], [role=alertdialog]");
}

/** @throws {Error} if no dialog opens */
export function findDialog(): Promise<HTMLElement> {
  return waitFor(() => {
    const found = queryDialog();
    if (!found) throw new Error("No dialog is open.");
    return found;
  });
}
