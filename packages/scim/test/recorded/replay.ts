/** Replays a directory's requests over HTTP. */

import { expect } from "vitest";
import type { Body, Directory } from "../app.ts";

/** A directory's request, and the expected response. */
export interface Recorded {
  readonly says: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `{bob}` is replaced with the id that an earlier request kept as `bob`. */
  readonly path: string;
  readonly body?: object;
  readonly status: number;
  /** The expected part of the response. */
  readonly response?: object;
  /** Keeps the response's id under this name. */
  readonly keep?: string;
}

/** Sends the requests in order, with the content type that the directory uses. */
export async function replay(directory: Directory, requests: readonly Recorded[], contentType: string): Promise<void> {
  const ids = new Map<string, string>();
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? `no ${name}`);
  for (const { says, method, path, body, status, response, keep } of requests) {
    const sent = body === undefined ? undefined : fill(JSON.stringify(body));
    const headers = sent === undefined ? {} : { "content-type": contentType };
    const reply: { status: number; body: Body } = await directory.send(method, fill(path), sent, headers);
    expect([says, reply.status, reply.body?.detail]).toEqual([says, status, reply.body?.detail]);
    if (response)
      expect({ says, ...reply.body }).toMatchObject({ says, ...JSON.parse(fill(JSON.stringify(response))) });
    if (keep !== undefined) ids.set(keep, reply.body.id);
  }
}
