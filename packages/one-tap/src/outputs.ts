/** The response shapes of the One Tap calls. */

import { model, object, type Shape, text } from "@latchkey/core/shapes";
import type { OneTapNonce, OneTapSignedIn } from "./contract.ts";

/** Response from `/one-tap/callback`. */
export const signedInOutput: Shape<OneTapSignedIn> = object<OneTapSignedIn>({ token: text, user: model("user") });

/** Response from `/one-tap/nonce`. */
export const nonceOutput: Shape<OneTapNonce> = object({ nonce: text });
