/** An SMTP server on loopback that parses and stores the emails that it receives. */

import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A received email. */
export interface Received {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
  readonly mail: ParsedMail;
}

/** A running server. */
export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

export async function startServer(options: SMTPServerOptions = {}): Promise<TestServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections++;
      done();
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const raw = Buffer.concat(chunks);
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        envelope: { from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address) },
        raw: raw.toString("latin1"),
        mail: await simpleParser(raw),
      });
      done();
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
