/** Settings shared by the protocol's endpoints. */

import { type InputFields, input, oauthErrorFormat } from "@latchkey/core/plugin";
import type { ClientAuthentication } from "./call-types.ts";

/** Options for endpoints that programs call from any origin, with forms instead of cookies. */
export const protocol = {
  acceptsForm: "only",
  originCheck: "exempt",
  cors: "any-origin",
  errorFormat: oauthErrorFormat,
} as const;

/** The grant type that `@latchkey/device-authorization` adds. RFC 8628, section 3.4. */
export const deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code";

/** The parameters that clients authenticate with. */
export const clientFields: InputFields<ClientAuthentication> = {
  client_id: input.optional(input.text({ max: 255 })),
  client_secret: input.optional(input.rawText({ max: 512 })),
  client_assertion: input.optional(input.rawText({ max: 16_384 })),
  client_assertion_type: input.optional(input.text()),
};

/** A form value that's sent once or several times. */
export const oneOrMore: ReturnType<typeof input.list<string>> = input.convert(
  input.either(input.text({ max: 2048 }), input.list(input.text({ max: 2048 }), { max: 20 })),
  (value) => [value].flat(),
);
