/** Passes the app's function for uploading pictures to the components. */

import { type Context, createContext, useContext } from "react";

/** What a picture shows. */
export type ImageKind = "user" | "organization";

/**
 * Stores a picture and resolves to its URL. The file is a square of 512 pixels, encoded by the browser. Check it on the
 * server anyway, because anyone can send a request.
 */
export type UploadImage = (
  file: File,
  options: { readonly kind: ImageKind; readonly signal: AbortSignal },
) => Promise<string>;

export const UploadContext: Context<UploadImage | null> = createContext<UploadImage | null>(null);

/** Returns the app's function, or `null` if pictures can't be uploaded. */
export function useUploadImage(): UploadImage | null {
  return useContext(UploadContext);
}
