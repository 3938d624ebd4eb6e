/** Reads the device from a user agent. */

import Bowser from "bowser";

/** The device that a user agent describes. */
export interface Device {
  readonly browser: string;
  readonly system: string;
  readonly kind: "phone" | "computer";
}

/** Returns `null` if the user agent is unknown. */
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
