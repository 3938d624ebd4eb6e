/** Uploads pictures to the showcase's own server. */

import type { UploadImage } from "@latchkey/ui";

/** @throws {Error} if the server rejects the picture */
export const uploadImage: UploadImage = async (file, { signal }) => {
  const response = await fetch("/api/pictures", { method: "POST", body: file, signal });
  const answer: { readonly path?: string; readonly message?: string } = await response.json();
  if (!answer.path) throw new Error(answer.message);
  return new URL(answer.path, location.href).href;
};
