/** Loads the demo's URLs and settings from the server. */

import { type Context, createContext, useContext } from "react";
import type { DemoFacts } from "../../server/demo.ts";

const DemoContext: Context<DemoFacts | null> = createContext<DemoFacts | null>(null);

export const DemoProvider = DemoContext.Provider;

/** Returns the demo's facts. `null` if this server has no demo. */
export function useDemo(): DemoFacts | null {
  return useContext(DemoContext);
}

export async function loadDemo(): Promise<DemoFacts | null> {
  const response = await fetch("/api/demo");
  return response.ok ? response.json() : null;
}
