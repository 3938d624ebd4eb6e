/** What a user agent tells of a device, for people. */

import Bowser from "bowser";

/** What can be told of a device by its user agent. */
export interface Device {
  readonly browser: string;
  readonly system: string;
  readonly kind: "phone" | "computer";
}

/** `null` where it tells nothing. */
export function readDevice(userAgent: string | null): Device | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return null;
  return {
    browser: browser.name,
    system: os.name,
    kind: platform.type === "mobile" || platform.type === "tablet" ? "phone" : "computer",
  };
}
