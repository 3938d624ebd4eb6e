/** The client on the window, for a page that a test drives. */

import { createAuthClient } from "@latchkey/client";

Object.assign(window, { createAuthClient });
