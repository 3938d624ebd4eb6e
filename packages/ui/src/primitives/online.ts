/** Whether the browser has a connection. */

/** Whether the browser knows that it's offline. `false` on a server. */
export function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}

/** Calls the listener when the connection is back, until the returned function is called. */
export function onOnline(listener: () => void): () => void {
  addEventListener("online", listener);
  return () => removeEventListener("online", listener);
}

/** Calls the listener when the connection is lost or back, until the returned function is called. */
export function onConnectionChange(listener: () => void): () => void {
  addEventListener("offline", listener);
  const stop = onOnline(listener);
  return () => {
    removeEventListener("offline", listener);
    stop();
  };
}
