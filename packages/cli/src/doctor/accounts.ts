/** Checks users, accounts, and sessions for problems that keep users from signing in. */

import type { Target } from "../project/target.ts";
import { valueAt } from "../source/values.ts";
import { type Finding, pluralize } from "./finding.ts";
import type { Tables } from "./sql.ts";

/** @returns the findings. Missing tables and columns are skipped. */
export async function checkAccounts(tables: Tables, target: Target): Promise<Finding[]> {
  const found = await Promise.all([
    checkOrphanedAccounts(tables),
    checkUsersWithoutSignIn(tables, target),
    checkEmailCase(tables),
    checkUnhashedSessions(tables),
    checkUndeliveredMessages(tables),
  ]);
  return found.flat();
}

async function checkOrphanedAccounts(tables: Tables): Promise<Finding[]> {
  if (!tables.has("account", "userId") || !tables.has("user", "id")) return [];
  const q = tables.quote;
  const condition = `not exists (select 1 from ${q("user")} u where u.${q("id")} = ${q("account")}.${q("userId")})`;
  const count = await tables.count(q("account"), condition);
  if (count === 0) return [];
  return [
    {
      id: "data.accounts-without-user",
      severity: "warning",
      title: `${pluralize(count, "account belongs", "accounts belong")} to no user.`,
      detail: "The foreign key to user can't be created while they exist.",
      step: `delete from ${q("account")} where ${condition};`,
    },
  ];
}

/** Plugins that let every user with an email sign in. */
const emailPlugins: readonly string[] = ["magic-link", "email-otp"];

async function checkUsersWithoutSignIn(tables: Tables, { authFile, plugins }: Target): Promise<Finding[]> {
  if (plugins.some((id) => emailPlugins.includes(id))) return [];
  if (!tables.has("account", "userId", "providerId", "password") || !tables.has("user", "id")) return [];
  const q = tables.quote;
  const usable = `(a.${q("providerId")} <> 'credential' or a.${q("password")} is not null)`;
  const way = `select 1 from ${q("account")} a where a.${q("userId")} = u.${q("id")} and ${usable}`;
  const condition = [`not exists (${way})`, ...otherSignInConditions(tables).map((other) => `not ${other}`)].join(
    " and ",
  );
  const count = await tables.count(`${q("user")} u`, condition);
  if (count === 0) return [];
  const canReset = valueAt(authFile?.options, "emailAndPassword", "sendResetPassword") !== undefined;
  return [
    {
      id: "data.users-without-sign-in-method",
      severity: canReset ? "warning" : "error",
      title: `${pluralize(count, "user")} can't sign in, because they have no password and no provider.`,
      step: canReset
        ? `Ask them to reset their password. To list them, run: select u.${q("email")} from ${q("user")} u where ${condition};`
        : "Set emailAndPassword.sendResetPassword so that they can reset their password, or set one for them with the admin plugin.",
    },
  ];
}

/** Conditions for users `u` who sign in without an account: with a passkey or a phone number, or as a guest. */
function otherSignInConditions({ has, quote }: Tables): readonly string[] {
  const user = (column: string): string => `u.${quote(column)}`;
  return [
    ...(has("passkey", "userId")
      ? [`exists (select 1 from ${quote("passkey")} p where p.${quote("userId")} = ${user("id")})`]
      : []),
    ...(has("user", "phoneNumberVerified") ? [`coalesce(${user("phoneNumberVerified")}, false)`] : []),
    ...(has("user", "isAnonymous") ? [`coalesce(${user("isAnonymous")}, false)`] : []),
  ];
}

async function checkEmailCase(tables: Tables): Promise<Finding[]> {
  if (!tables.has("user", "email")) return [];
  const [user, email] = [tables.quote("user"), tables.quote("email")];
  const shared = `select lower(${email}) as e from ${user} group by lower(${email}) having count(*) > 1`;
  const [twice] = await tables.rows(`select count(*) as n from (${shared}) d`);
  const duplicates = Number(twice?.n ?? 0);
  const condition = `${tables.asBinary(email)} <> ${tables.asBinary(`lower(${email})`)}`;
  const upper = await tables.count(user, condition);
  const findings: Finding[] = [];
  if (duplicates > 0) {
    findings.push({
      id: "data.duplicate-emails",
      severity: "error",
      title: `${pluralize(duplicates, "email belongs", "emails belong")} to several users, with different capitalization.`,
      detail: "Sign-in looks for the lowercase form, so the other users can't sign in.",
      step: `Merge each group into one user. To list the emails, run: ${shared};`,
    });
  }
  if (upper > 0) {
    findings.push({
      id: "data.uppercase-emails",
      severity: "error",
      title: `${pluralize(upper, "user has", "users have")} an email with capital letters, so sign-in can't find ${upper === 1 ? "it" : "them"}.`,
      step: `${duplicates > 0 ? "After the merge: " : ""}update ${user} set ${email} = lower(${email}) where ${condition};`,
    });
  }
  return findings;
}

/** Latchkey stores a digest of 43 characters. Any other value is a plain token from another library. */
async function checkUnhashedSessions(tables: Tables): Promise<Finding[]> {
  if (!tables.has("session", "token")) return [];
  const [session, token] = [tables.quote("session"), tables.quote("token")];
  const condition = `length(${token}) <> 43`;
  const count = await tables.count(session, condition);
  if (count === 0) return [];
  return [
    {
      id: "data.unhashed-session-tokens",
      severity: "warning",
      title: `${pluralize(count, "session")} from another library ${count === 1 ? "stores its" : "store their"} token as plain text.`,
      detail: "They don't work in this app, so these users must sign in again. They still work in the other library.",
      step: `delete from ${session} where ${condition};`,
    },
  ];
}

async function checkUndeliveredMessages(tables: Tables): Promise<Finding[]> {
  if (!tables.has("outbox", "dueAt", "lastError")) return [];
  const [outbox, dueAt] = [tables.quote("outbox"), tables.quote("dueAt")];
  const count = await tables.count(outbox, `${dueAt} is null`);
  if (count === 0) return [];
  return [
    {
      id: "data.undelivered",
      severity: "warning",
      title: `${pluralize(count, "message")} still couldn't be sent after ten attempts. No one received these emails.`,
      step: `To see why, run: select ${["kind", "lastError", "createdAt"].map(tables.quote).join(", ")} from ${outbox} where ${dueAt} is null;`,
    },
  ];
}
