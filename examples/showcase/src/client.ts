/** The client: one line, typed by the server. */

import { createAuthClient } from "@latchkey/react";

export const client = createAuthClient();
