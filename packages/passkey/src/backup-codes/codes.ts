/**
 * Backup codes for users without an email, who couldn't recover their account otherwise. A code also identifies its
 * user, so it has 125 bits and is stored and looked up by its hash, like the token of a link.
 */

import type { Adapter, Transaction } from "@latchkey/core/database";
import {
  defineTokenKind,
  type InputField,
  input,
  issueToken,
  type RequestContext,
  revokeTokensOfKind,
  type TokenKind,
  tokenTable,
} from "@latchkey/core/plugin";

/** Crockford's base32, which excludes letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const codeLength = 25;
const groupLength = 5;
const codesPerUser = 10;

/** A user's backup code. It's valid for 100 years, because users might need it long after they wrote it down. */
export const passkeyBackupCode: TokenKind<object> = defineTokenKind({
  name: "passkey-backup-code",
  expiresIn: 3_153_600_000,
  form: { length: codeLength, alphabet },
  isCredential: true,
});

/** Stores new codes for a user, and returns them. They can't be read again. Sends one query. */
export async function storeBackupCodes(
  tx: Transaction,
  context: RequestContext,
  userId: string,
): Promise<readonly string[]> {
  const issued = Array.from({ length: codesPerUser }, () =>
    issueToken(context, passkeyBackupCode, { subject: userId, userId, data: {} }),
  );
  await tx.insertMany(
    tokenTable,
    issued.map(({ row }) => row),
  );
  return issued.map(({ token }) => formatCode(token));
}

/** Removes all of a user's codes. Sends one query. */
export async function removeBackupCodes(tx: Transaction, userId: string): Promise<void> {
  await revokeTokensOfKind(tx, [passkeyBackupCode], { userId });
}

/** Returns how many unused codes a user has. Sends one query. */
export function countBackupCodes(db: Adapter, context: RequestContext, userId: string): Promise<number> {
  const { name: kind } = passkeyBackupCode;
  return db.count(tokenTable, { where: { subject: userId, kind, expiresAt: { gt: context.now() } } });
}

function formatCode(code: string): string {
  return Array.from({ length: codeLength / groupLength }, (_, at) =>
    code.slice(at * groupLength, (at + 1) * groupLength),
  ).join("-");
}

/** Accepts a code in either case, with or without dashes and spaces, and with the letters that people misread. */
export const backupCodeInput: InputField<string> = input.check(
  input.convert(input.text({ max: 64 }), (typed) =>
    typed.replace(/[\s-]/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1"),
  ),
  (code) => code.length === codeLength && [...code].every((letter) => alphabet.includes(letter)),
  "must look like XXXXX-XXXXX-XXXXX-XXXXX-XXXXX",
);
