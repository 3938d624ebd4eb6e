/** The user's own account, as a feature. */

import type { MailSender } from "../../outbox/mail.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import type { User } from "../../plugin/user.ts";
import { userDeletionToken } from "../../tokens/kinds.ts";
import { createSecurityNoticeHandler, type SecurityNotice, securityNoticeKind } from "../../users/security-notices.ts";
import type { AccountCalls } from "./contract.ts";
import { deleteUser, deleteUserCallback } from "./delete-user.ts";
import { createDeletionMailHandler, deletionMailKind } from "./deletion-mail.ts";
import { deleteUserErrors, deletionLinkErrors, updateUserErrors } from "./errors.ts";
import { listAccountsEndpoint } from "./list-accounts.ts";
import type { DeleteUserSettings } from "./options.ts";
import { userDeletedKind } from "./remove-user.ts";
import { updateUserEndpoint } from "./update-user.ts";

/** @param sendNotice tells users about changes to their sign-in methods and factors */
export function accountFeature(
  deletion: DeleteUserSettings,
  sendNotice: MailSender<SecurityNotice> | undefined,
): Plugin {
  return definePlugin<Plugin<FeatureTypes<AccountCalls>>>({
    id: "account",
    endpoints: {
      updateUser: updateUserEndpoint,
      listAccounts: listAccountsEndpoint,
      deleteUser: deleteUser(deletion),
      deleteUserCallback: deleteUserCallback(deletion),
    },
    errors: { ...updateUserErrors, ...deleteUserErrors, ...deletionLinkErrors },
    tokens: [userDeletionToken],
    capabilities(_, isCallable) {
      const isOn = deletion.enabled && isCallable("deleteUser");
      return { account: { delete: isOn ? (deletion.sendVerification ? "email" : "immediate") : "off" } };
    },
    outbox: {
      [securityNoticeKind]: createSecurityNoticeHandler(sendNotice),
      [deletionMailKind]: createDeletionMailHandler(deletion),
      async [userDeletedKind](payload) {
        await deletion.afterDelete?.(payload as User);
      },
    },
  });
}
