/** Says that the browser is offline, in the first component on the page. */

import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useAuthUi } from "../provider/context.ts";
import { Alert } from "./alert.tsx";
import { isOffline, onConnectionChange } from "./online.ts";

/** The screens on the page that could show the banner. There are none unless the browser is offline. */
interface Screens {
  readonly first: string | null;
  /** Adds a screen, until the returned function is called. */
  enter(id: string): () => void;
}

const ScreensContext: Context<Screens> = createContext<Screens>({ first: null, enter: () => () => {} });

/** Lets one of the screens inside show the banner. */
export function OfflineProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [ids, setIds] = useState<readonly string[]>([]);
  const enter = useCallback((id: string) => {
    setIds((previous) => [...previous, id]);
    return () => setIds((previous) => previous.filter((other) => other !== id));
  }, []);
  const first = ids[0] ?? null;
  const screens = useMemo(() => ({ first, enter }), [first, enter]);
  return <ScreensContext.Provider value={screens}>{children}</ScreensContext.Provider>;
}

/** Appears while the browser is offline. A page with several components shows it once. */
export function OfflineBanner(): ReactElement | null {
  return useSyncExternalStore(onConnectionChange, isOffline, () => false) ? <Banner /> : null;
}

function Banner(): ReactElement | null {
  const { texts } = useAuthUi();
  const { first, enter } = useContext(ScreensContext);
  const id = useId();
  useEffect(() => enter(id), [enter, id]);
  return first === id ? <Alert tone="warning">{texts.offline}</Alert> : null;
}
