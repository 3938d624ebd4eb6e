/** Reports of leaked keys, in the format of secret scanning partner programs. */

import { fromBase64 } from "@latchkey/core/crypto";
import {
  defineEndpoint,
  type EndpointOf,
  fail,
  httpErrors,
  parseJson,
  type RequestContext,
  readBytes,
  recordAudit,
} from "@latchkey/core/plugin";
import type { ReportedToken, ReportResult } from "./call-types.ts";
import type { ApiKeyCalls } from "./contract.ts";
import { failWith, pickErrors } from "./errors.ts";
import { hashKey, isKey } from "./format.ts";
import type { KeyConfigs, LeakReportOptions } from "./options.ts";
import { reportOutput } from "./outputs.ts";
import { organizationOf } from "./owner.ts";
import { type ApiKeyRow, apiKeyTable } from "./tables.ts";

/** Maximum tokens in one report. */
const maxTokens = 100;
const maxBytes = 512 * 1024;

/** Turns reported keys off. */
export function reportLeakedKeys(
  configs: KeyConfigs,
  options: LeakReportOptions,
): EndpointOf<ApiKeyCalls["reportLeakedKeys"]> {
  return defineEndpoint({
    method: "POST",
    path: "/api-key/leaked",
    summary: "Report leaked API keys",
    output: reportOutput,
    errors: pickErrors("WEBHOOK_NO_MATCHING_SIGNATURE"),
    queryBudget: 2 * maxTokens,
    rateLimit: { window: 60, max: 60 },
    originCheck: "exempt",
    rawBody: true,
    async handle(_, context) {
      const request = context.request ?? fail(httpErrors, "BAD_REQUEST", { message: "Request is required" });
      const body = await readBytes(request, maxBytes);
      if (!(await isSigned(context, options, body))) failWith("WEBHOOK_NO_MATCHING_SIGNATURE");
      const results: ReportResult[] = [];
      for (const reported of readTokens(body)) {
        const row = isKey(reported.token) ? await turnOff(context, configs, reported) : null;
        if (row) notifyOwner(context, options, row, reported);
        const label = row ? "true_positive" : "false_positive";
        results.push({ token_raw: reported.token, token_type: reported.type, label });
      }
      return results;
    },
  });
}

/**
 * Checks the report's signature. The header names are from GitHub's partner program, and other scanners use them, too.
 */
async function isSigned(context: RequestContext, { publicKey }: LeakReportOptions, body: Uint8Array): Promise<boolean> {
  const keyId = context.header("github-public-key-identifier") ?? context.header("x-public-key-identifier");
  const sent = context.header("github-public-key-signature") ?? context.header("x-public-key-signature");
  const signature = sent === null || sent.length > 256 ? null : fromBase64(sent);
  if (keyId === null || keyId.length > 256 || !signature) return false;
  const pem = await publicKey(keyId);
  if (pem === null) return false;
  try {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const key = await crypto.subtle.importKey("spki", fromPem(pem), algorithm, false, ["verify"]);
    const raw = fromDer(signature);
    return raw !== null && (await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, raw, toBuffer(body)));
  } catch (error) {
    context.log.error("The public key of a leak report can't be used", { keyId, error });
    return false;
  }
}

function fromPem(pem: string): Uint8Array<ArrayBuffer> {
  const content = pem.replace(/-----[A-Z ]+-----|\s/g, "");
  return toBuffer(fromBase64(content) ?? new Uint8Array());
}

function toBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

/** Returns the two numbers in a DER signature, 32 bytes each. `null` if it isn't a valid one. */
function fromDer(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const raw = new Uint8Array(64);
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length === 0 || at + 2 + length > der.length) return null;
    let number = der.subarray(at + 2, at + 2 + length);
    while (number.length > 32 && number[0] === 0) number = number.subarray(1);
    if (number.length > 32) return null;
    raw.set(number, end - number.length);
    at += 2 + length;
  }
  return at === der.length ? raw : null;
}

/** @throws {AuthError} `VALIDATION_ERROR` (400) if it isn't a list of up to 100 tokens */
function readTokens(body: Uint8Array): readonly ReportedToken[] {
  const list = parseJson(new TextDecoder().decode(body));
  if (!Array.isArray(list) || list.length > maxTokens) return fail(httpErrors, "VALIDATION_ERROR");
  return list.map((one: unknown) => {
    const { token, type, url } = (one ?? {}) as Partial<Record<"token" | "type" | "url", unknown>>;
    if (typeof token !== "string" || typeof type !== "string") return fail(httpErrors, "VALIDATION_ERROR");
    return { token, type, ...(typeof url === "string" ? { url: url.slice(0, 2048) } : {}) };
  });
}

/** Turns a key off. Returns it only to the first of several reports, so that the owner is notified once. */
async function turnOff(
  context: RequestContext,
  configs: KeyConfigs,
  { token, url }: ReportedToken,
): Promise<ApiKeyRow | null> {
  const row = await context.db.findOne(apiKeyTable, { where: { key: hashKey(token) } });
  if (!row) return null;
  return context.db.transaction(async (tx) => {
    const change = { where: { id: row.id, enabled: true }, set: { enabled: false, updatedAt: context.now() } };
    if ((await tx.update(apiKeyTable, change)) === 0) return null;
    const organizationId = organizationOf(configs, row);
    const owner = { userId: organizationId === null ? row.referenceId : null, organizationId };
    await recordAudit(tx, context, { ...owner, action: "api-key.leak", data: { id: row.id, url: url ?? null } });
    return row;
  });
}

function notifyOwner(
  context: RequestContext,
  { notify }: LeakReportOptions,
  row: ApiKeyRow,
  { url }: ReportedToken,
): void {
  if (!notify) return;
  const { id: keyId, name, start, referenceId } = row;
  const notice = { keyId, name, start, referenceId, url: url ?? null };
  context.afterSuccess(async () => notify(notice));
}
