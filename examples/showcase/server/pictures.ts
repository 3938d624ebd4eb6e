/** Stores the pictures of users and organizations on disk. */

import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { RefusedRequest, readBody, requireOwnPage, sendJson } from "./http.ts";

/** Maximum size in bytes. The components send squares of 512 pixels, which are much smaller. */
const limit = 1_048_576;

const types: Readonly<Record<string, string>> = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };

export interface PictureStore {
  /** Stores the request's body. Responds with the picture's path. */
  save(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Sends the picture at a path of this store. */
  send(path: string, response: ServerResponse): void;
}

export interface PictureStoreOptions {
  /** Path of the folder for pictures. Created when the first one is stored. */
  readonly folder: string;
  /** The app's origin. */
  readonly origin: string;
  isSignedIn(request: IncomingMessage): Promise<boolean>;
}

/** Prefix of the paths of pictures. */
export const picturesPath = "/pictures/";

export function createPictureStore({ folder, origin, isSignedIn }: PictureStoreOptions): PictureStore {
  return {
    async save(request, response) {
      requireOwnPage(request, origin);
      if (!(await isSignedIn(request))) throw new RefusedRequest(401, "Sign in to upload a picture.");
      const content = await readBody(request, limit);
      const extension = extensionOf(content);
      if (!extension) throw new RefusedRequest(415, "Send a PNG, JPEG, or WebP file.");
      // The same picture is stored once, and its URL never shows anything else.
      const name = `${createHash("sha256").update(content).digest("hex")}.${extension}`;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, name), content);
      sendJson(response, { path: picturesPath + name }, 201);
    },
    send(path, response) {
      // Accept only names that this store creates, so that a path can't leave the folder.
      const [name, extension = ""] = /^[0-9a-f]{64}\.(png|jpg|webp)$/.exec(path.slice(picturesPath.length)) ?? [];
      const type = types[extension];
      if (!name || !type || !existsSync(join(folder, name))) return void response.writeHead(404).end();
      response.writeHead(200, {
        "content-type": type,
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "public, max-age=31536000, immutable",
      });
      createReadStream(join(folder, name)).pipe(response);
    },
  };
}

/** Reads the first bytes, because the sender chooses the name and the content type. */
function extensionOf(content: Buffer): "png" | "jpg" | "webp" | null {
  const start = content.subarray(0, 12).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpg";
  return /^RIFF[\s\S]{4}WEBP$/.test(start) ? "webp" : null;
}
