/** Sends notices before a SAML provider's last certificate expires. */

import type { AuthContext } from "@latchkey/core/plugin";
import type { SsoSettings } from "../options.ts";
import { type SsoProviderRow, ssoProviderTable } from "../tables.ts";
import { noticeProvider } from "./notices.ts";

const day = 86_400_000;

/**
 * The number of days before the expiration, and the number of notices that have been sent by then. The most urgent
 * stage comes first, so that only its notice is sent.
 */
const stages = [
  { days: 1, notices: 3 },
  { days: 7, notices: 2 },
  { days: 30, notices: 1 },
] as const;

/** Number of providers to read per query. */
const batchSize = 50;

/** Sends the notices that are due, each once. Returns how many. */
export async function noticeExpiringCertificates(context: AuthContext, settings: SsoSettings): Promise<number> {
  let sent = 0;
  for (const { days, notices } of stages) {
    for (;;) {
      const now = context.now();
      const rows = await context.db.findMany(ssoProviderTable, {
        where: {
          enabled: true,
          deletedAt: null,
          certificateNotices: { lt: notices },
          certificatesExpireAt: { gt: now, lte: new Date(now.getTime() + days * day) },
        },
        limit: batchSize,
      });
      if (rows.length === 0) break;
      for (const row of rows) sent += (await notice(context, settings, row, notices)) ? 1 : 0;
    }
  }
  return sent;
}

/** Sends a notice. Returns `false` if another instance already sent it, or the certificates have just changed. */
function notice(
  context: AuthContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  certificateNotices: number,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const { id, certificatesExpireAt } = row;
    const where = { id, certificatesExpireAt, certificateNotices: row.certificateNotices };
    if ((await tx.update(ssoProviderTable, { where, set: { certificateNotices } })) === 0) return false;
    await noticeProvider(tx, context, settings, row, "certificate-expiring", {
      certificatesExpireAt: certificatesExpireAt?.toISOString(),
    });
    return true;
  });
}
