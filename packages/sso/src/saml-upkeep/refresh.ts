/**
 * Reads SAML providers' metadata every day, from the URL that an admin entered. The metadata can add and remove
 * certificates, but not replace all of them, so that a wrong file isn't mistaken for a rotation. This doesn't protect
 * against an attacker who controls the host. Certificates are public, so the attacker can list their own next to the
 * current one. That's why each change sends a notice.
 */

import type { AuthContext } from "@latchkey/core/plugin";
import type { SsoSettings } from "../options.ts";
import { isValidAt, readCertificate } from "../saml/certificates.ts";
import { SamlError } from "../saml/errors.ts";
import { decryptSamlConfig, logoutURLs, type SamlConfig, samlColumns } from "../saml-sign-in/config.ts";
import { fetchMetadata } from "../saml-sign-in/fetch-metadata.ts";
import { type SsoProviderRow, ssoProviderTable } from "../tables.ts";
import { noticeProvider } from "./notices.ts";

/**
 * Minimum time between reads, in milliseconds. It's less than a day, so that a daily job reads all metadata each time.
 */
const checkInterval = 20 * 3_600_000;

/** Number of providers to read per query. */
const batchSize = 20;

/** Reads the metadata of providers that are due. Returns how many of them changed. */
export async function refreshMetadata(context: AuthContext, settings: SsoSettings): Promise<number> {
  let changed = 0;
  for (;;) {
    const due = await context.db.findMany(ssoProviderTable, {
      where: {
        enabled: true,
        metadataURL: { ne: null },
        metadataCheckedAt: { lte: new Date(context.now().getTime() - checkInterval) },
      },
      orderBy: [{ column: "metadataCheckedAt" }],
      limit: batchSize,
    });
    if (due.length === 0) return changed;
    const results = await Promise.all(due.map((row) => refresh(context, settings, row)));
    changed += results.filter((hasChanged) => hasChanged).length;
  }
}

async function refresh(context: AuthContext, settings: SsoSettings, row: SsoProviderRow): Promise<boolean> {
  // Claim the provider first, so that only one of several instances reads it.
  const claim = { id: row.id, metadataURL: row.metadataURL, metadataCheckedAt: row.metadataCheckedAt };
  const set = { metadataCheckedAt: context.now() };
  if ((await context.db.update(ssoProviderTable, { where: claim, set })) === 0) return false;
  const config = await decryptSamlConfig(context, row);
  if (!config || row.metadataURL === null) return false;
  try {
    const xml = await fetchMetadata(context, settings, row.metadataURL);
    if (xml === null) throw new Error("The server didn't return metadata.");
    const read = await compare(row.issuer, config, xml, context.now());
    return "problem" in read
      ? await reject(context, settings, row, read.problem)
      : await accept(context, settings, row, config, read.config);
  } catch (error) {
    // The server might just be down, so this isn't reported as a problem with the provider's metadata.
    context.log.warn("Couldn't read a provider's metadata", { provider: row.providerId, error });
    return false;
  }
}

/** Returns the new configuration, or the reason why the metadata can't be trusted. */
async function compare(
  issuer: string,
  config: SamlConfig,
  xml: string,
  now: Date,
): Promise<{ readonly config: SamlConfig } | { readonly problem: string }> {
  const { readIdpMetadata } = await import("../saml/idp-metadata.ts");
  try {
    const { entityId, ssoUrl, sloUrl, sloResponseUrl, certificates } = readIdpMetadata(xml, now);
    if (entityId !== issuer) return { problem: "issuer" };
    const hosts = new Set([config.entryPoint, config.logout?.requestURL, config.logout?.responseURL].map(hostOf));
    // If single logout was turned off, keep it off.
    const logout = config.logout && logoutURLs(sloUrl, sloResponseUrl);
    const urls = [ssoUrl, logout?.requestURL, logout?.responseURL].filter((url) => url !== undefined);
    if (!urls.every((url) => hosts.has(hostOf(url)))) return { problem: "host" };
    const isKept = ({ base64 }: { readonly base64: string }) =>
      config.certificates.includes(base64) && isValidAt(readCertificate(base64), now);
    if (!certificates.some(isKept)) return { problem: "certificates" };
    return {
      config: { ...config, entryPoint: ssoUrl, logout, certificates: certificates.map(({ base64 }) => base64) },
    };
  } catch (error) {
    if (error instanceof SamlError) return { problem: "metadata" };
    throw error;
  }
}

const hostOf = (url: string | undefined): string | undefined => (url === undefined ? undefined : new URL(url).host);

function accept(
  context: AuthContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  before: SamlConfig,
  after: SamlConfig,
): Promise<boolean> {
  const fingerprints = (config: SamlConfig) =>
    config.certificates.map((one) => readCertificate(one).fingerprint).sort();
  const [old, fresh] = [fingerprints(before), fingerprints(after)];
  const isSame = JSON.stringify({ ...before, certificates: old }) === JSON.stringify({ ...after, certificates: fresh });
  return context.db.transaction(async (tx) => {
    // Only matches if the row is unchanged since it was read. Otherwise, an admin's change would be lost.
    const where = { id: row.id, samlConfig: row.samlConfig, metadataURL: row.metadataURL, deletedAt: null };
    const set = isSame ? {} : await samlColumns(context, row.id, after);
    if (isSame && row.metadataProblem === null) return false;
    if ((await tx.update(ssoProviderTable, { where, set: { ...set, metadataProblem: null } })) === 0 || isSame)
      return false;
    const added = fresh.filter((one) => !old.includes(one));
    await noticeProvider(tx, context, settings, row, "metadata-changed", {
      added,
      removed: old.filter((one) => !fresh.includes(one)),
    });
    return true;
  });
}

/** Keeps the configuration and reports the problem, once instead of every day. */
async function reject(
  context: AuthContext,
  settings: SsoSettings,
  row: SsoProviderRow,
  problem: string,
): Promise<false> {
  if (row.metadataProblem === problem) return false;
  await context.db.transaction(async (tx) => {
    const where = { id: row.id, samlConfig: row.samlConfig, metadataProblem: row.metadataProblem };
    if ((await tx.update(ssoProviderTable, { where, set: { metadataProblem: problem } })) === 0) return;
    await noticeProvider(tx, context, settings, row, "metadata-rejected", { problem });
  });
  return false;
}
