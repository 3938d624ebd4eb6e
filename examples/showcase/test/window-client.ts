/** Assigns the client to the window, for a page that a test controls. */

import { createAuthClient } from "@latchkey/client";
import { passkeyClient } from "@latchkey/passkey/client";

Object.assign(window, { createAuthClient, passkeyClient });
