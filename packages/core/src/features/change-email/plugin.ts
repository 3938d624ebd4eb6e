/** Email changes, as a feature. */

import type { EmailCapabilities } from "../../kernel/capabilities.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { emailChangeRequest, emailChangeToken, emailUndoToken, newEmailToken } from "../../tokens/kinds.ts";
import { addEmail, addEmailPage } from "./add-email.ts";
import { cancelEmailChange } from "./cancel.ts";
import { changeEmail } from "./change-email.ts";
import type { ChangeEmailCalls } from "./contract.ts";
import { addEmailErrors, cancelEmailChangeErrors, changeEmailErrors } from "./errors.ts";
import {
  changeEmailMailKind,
  createChangeEmailMailHandler,
  createEmailChangedMailHandler,
  createNewEmailMailHandler,
  emailChangedMailKind,
  newEmailMailKind,
} from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";
import { undoEmailChange, undoEmailChangePage } from "./undo.ts";

const stepUpSource = "@latchkey/step-up for user.changeEmail.secondFactorConfirms";

/** @param canReset whether users can reset their password by email */
export function changeEmailFeature(settings: ChangeEmailSettings, canReset: boolean): Plugin {
  return definePlugin<Plugin<FeatureTypes<ChangeEmailCalls>>>({
    id: "change-email",
    ...(settings.secondFactorConfirms ? { uses: { emailChangeProof: stepUpSource } } : {}),
    endpoints: {
      changeEmail: changeEmail(settings),
      cancelEmailChange,
      addEmailPage,
      addEmail: addEmail(settings),
      undoEmailChangePage: undoEmailChangePage(canReset),
      undoEmailChange: undoEmailChange(canReset),
    },
    errors: { ...changeEmailErrors, ...cancelEmailChangeErrors, ...addEmailErrors },
    tokens: [emailChangeRequest, emailChangeToken, newEmailToken, emailUndoToken],
    capabilities: (_, isCallable) => ({
      email: {
        change: settings.enabled && isCallable("changeEmail") ? changeMode(settings) : "off",
        secondFactorConfirms: settings.secondFactorConfirms && isCallable("changeEmail"),
        cancelChange: settings.sendConfirmation !== null && isCallable("cancelEmailChange"),
      },
    }),
    outbox: {
      [changeEmailMailKind]: createChangeEmailMailHandler(settings),
      [newEmailMailKind]: createNewEmailMailHandler(settings),
      [emailChangedMailKind]: createEmailChangedMailHandler(settings),
    },
  });
}

function changeMode({ sendConfirmation, verifyNewFirst }: ChangeEmailSettings): EmailCapabilities["change"] {
  if (!sendConfirmation) return "immediate";
  return verifyNewFirst ? "verifyNew" : "confirmOld";
}
