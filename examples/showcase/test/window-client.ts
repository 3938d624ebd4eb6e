/** Assigns the client to the window, for a page that a test controls. */

import { createAuthClient } from "@latchkey/client";

Object.assign(window, { createAuthClient });
