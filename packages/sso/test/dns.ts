import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** Starts a DNS server on this machine, with TXT records that a test can set. RFC 1035. */
export async function startDns() {
  /** Texts by name. A name with an empty list exists, but has no TXT records. */
  const records = new Map<string, readonly string[]>();
  /** Names whose lookup fails at the server. */
  const broken = new Set<string>();
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const name = readName(question);
    asked.push(name);
    socket.send(answer(question, broken.has(name) ? "failure" : (records.get(name) ?? "missing")), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { records, broken, asked, resolveTxt: (name: string) => resolver.resolveTxt(name) };
}

const headerLength = 12;

function readName(message: Buffer): string {
  const labels: string[] = [];
  for (let at = headerLength; message[at]; at += 1 + (message[at] ?? 0)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + (message[at] ?? 0)));
  }
  return labels.join(".").toLowerCase();
}

function answer(question: Buffer, found: readonly string[] | "missing" | "failure"): Buffer {
  const texts = typeof found === "string" ? [] : found;
  const header = Buffer.from(question.subarray(0, headerLength));
  header.writeUInt16BE(0x8180 | (found === "missing" ? 3 : found === "failure" ? 2 : 0), 2);
  header.writeUInt16BE(texts.length, 6);
  header.writeUInt32BE(0, 8);
  const end = headerLength + readName(question).length + 2 + 4;
  return Buffer.concat([header, question.subarray(headerLength, end), ...texts.map(txtRecord)]);
}

/** A long text is split into strings of at most 255 bytes, as in real records. */
function txtRecord(text: string): Buffer {
  const strings = (text.match(/.{1,255}/gs) ?? [""]).map((part) => Buffer.from([part.length, ...Buffer.from(part)]));
  const data = Buffer.concat(strings);
  const start = Buffer.alloc(12);
  // Contains a pointer to the name in the question, then TXT, IN, 60 seconds, and the length.
  start.writeUInt16BE(0xc00c, 0);
  start.writeUInt16BE(16, 2);
  start.writeUInt16BE(1, 4);
  start.writeUInt32BE(60, 6);
  start.writeUInt16BE(data.length, 10);
  return Buffer.concat([start, data]);
}
