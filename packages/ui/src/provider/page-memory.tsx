/** The data that sign-in pages pass to each other. It's kept in memory, because URLs end up in logs and histories. */

import { type Context, createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef } from "react";

/** What's kept until the page is reloaded. */
export interface PageMemory {
  /** The email or username that the user typed last. */
  identifier: string;
  /** Whether the app has rendered before, so that a new page is one that the user navigated to. */
  isRunning: boolean;
}

const MemoryContext: Context<PageMemory | null> = createContext<PageMemory | null>(null);

/** Holds the memory of an app. */
export function PageMemoryProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const memory = useRef<PageMemory>({ identifier: "", isRunning: false });
  useEffect(() => {
    memory.current.isRunning = true;
  }, []);
  return <MemoryContext.Provider value={memory.current}>{children}</MemoryContext.Provider>;
}

/** Returns the memory. Changes to it don't render anything again. */
export function usePageMemory(): PageMemory {
  const memory = useContext(MemoryContext);
  if (!memory) throw new Error("Wrap components from @latchkey/ui in <AuthUiProvider client={client}>.");
  return memory;
}
