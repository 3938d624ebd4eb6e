/**
 * Authorization codes. A code contains its grant's id, so that reusing the code ends the grant. RFC 6749, section
 * 4.1.2.
 */

import { randomId, randomToken } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import {
  type AuthContext,
  defineTokenKind,
  issueTokenWithSecret,
  type RequestContext,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";
import type { ProviderSettings } from "../options.ts";
import type { AuthorizationRequest } from "./request.ts";

/** The approved request that a code stands for. */
export interface CodeData {
  readonly request: AuthorizationRequest;
  /** The id for the grant that's created when the code is exchanged. */
  readonly grantId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** When the user proved who they are, in milliseconds since 1970. */
  readonly authTime: number;
  readonly acr: string | null;
  readonly amr: readonly string[];
  /** Whether the user allowed less than the client requested. */
  readonly isNarrowed: boolean;
}

/** Authorization codes. */
export const codeKind: TokenKind<CodeData> = defineTokenKind<CodeData>({
  name: "oauth-code",
  expiresIn: 60,
  form: "given",
});

/** Issues a code. One query. */
export async function issueCode(
  db: Adapter,
  context: RequestContext,
  settings: ProviderSettings,
  data: Omit<CodeData, "grantId">,
): Promise<string> {
  const grantId = randomId(context.random);
  const secret = randomToken(context.random);
  const code = `${secret}.${grantId}`;
  const signed = `${code}.${signerOf(context).sign(code)}`;
  const input = { subject: data.request.clientId, userId: data.userId, data: { ...data, grantId } };
  const expiresIn = settings.lifetimes.code;
  await storeToken(db, issueTokenWithSecret(context, codeKind, signed, { ...input, expiresIn }));
  return signed;
}

/** Returns the grant of a code that this server issued, even if the code was used. `null` for anything else. */
export function grantOfCode(context: AuthContext, code: string): string | null {
  const [secret = "", grantId = "", signature = "", ...rest] = code.split(".");
  if (rest.length > 0 || signature === "") return null;
  return signerOf(context).verify(`${secret}.${grantId}`, signature) ? grantId : null;
}

function signerOf({ keys }: AuthContext): ReturnType<AuthContext["keys"]["signing"]> {
  return keys.signing("oauth-code");
}
