/** The actions that core records in the audit log. Each plugin has its own list. */

/** Every action that core records: `{noun}.{verb}`. */
export const coreAuditActions = [
  "account.link",
  "account.unlink",
  "session.create",
  "session.create.failed",
  "session.end",
  "session.revoke",
  "session.revoke-all",
  "user.create",
  "user.create.refused",
  "user.delete",
  "user.email.cancel",
  "user.email.change",
  "user.email.release",
  "user.email.undo",
  "user.email.verify",
  "user.password.change",
  "user.password.reset",
  "user.password.set",
  "user.reclaim",
  "user.update",
  "user.upgrade",
] as const;

/** An action that core records. */
export type CoreAuditAction = (typeof coreAuditActions)[number];
