/** Serves the built site like a static host: compressed, and without `.html` in paths. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
};

export interface ServedSite {
  readonly url: string;
  close(): void;
}

/**
 * @param folder the folder with the built site
 */
export async function serveSite(folder: string): Promise<ServedSite> {
  const server = createServer((request, response) => {
    const file = fileFor(folder, decodeURIComponent((request.url ?? "/").replace(/[?#].*$/, "")));
    if (file === null) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(file)] ?? "application/octet-stream";
    const body = readFileSync(file);
    const isText = !type.startsWith("image/");
    response.setHeader("content-type", type);
    if (isText) response.setHeader("content-encoding", "gzip");
    response.end(isText ? gzipSync(body) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function fileFor(folder: string, path: string): string | null {
  const plain = join(folder, normalize(path));
  const candidates = path.endsWith("/") ? [join(plain, "index.html")] : [plain, `${plain}.html`];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}
