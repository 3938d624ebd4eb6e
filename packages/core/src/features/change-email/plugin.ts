/** Changing an address, as a feature. */

import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { emailChangeToken, emailUndoToken, newEmailToken } from "../../tokens/kinds.ts";
import { addEmail, addEmailPage } from "./add.ts";
import type { ChangeEmailCalls } from "./contract.ts";
import { addEmailErrors, changeEmailErrors } from "./errors.ts";
import {
  changedMailDeliverer,
  changedMailKind,
  changeMailDeliverer,
  changeMailKind,
  newAddressMailDeliverer,
  newAddressMailKind,
} from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";
import { changeEmail } from "./request.ts";
import { undoEmailChange, undoEmailChangePage } from "./undo.ts";

/** @param canReset whether a new password can be set by mail */
export function changeEmailFeature(settings: ChangeEmailSettings, canReset: boolean): Plugin {
  return definePlugin<Plugin<FeatureTypes<ChangeEmailCalls>>>({
    id: "change-email",
    endpoints: {
      changeEmail: changeEmail(settings),
      addEmailPage,
      addEmail: addEmail(settings),
      undoEmailChangePage,
      undoEmailChange: undoEmailChange(canReset),
    },
    errors: { ...changeEmailErrors, ...addEmailErrors },
    tokens: [emailChangeToken, newEmailToken, emailUndoToken],
    outbox: {
      [changeMailKind]: changeMailDeliverer(settings),
      [newAddressMailKind]: newAddressMailDeliverer(settings),
      [changedMailKind]: changedMailDeliverer(settings),
    },
  });
}
