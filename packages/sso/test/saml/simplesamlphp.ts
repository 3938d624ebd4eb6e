/**
 * Runs SimpleSAMLphp as the identity provider, with PHP's own web server. Needs Debian's simplesamlphp, php-cli,
 * php-xml, and php-mbstring.
 */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { idpKeys } from "./identity-provider.ts";

const home = "/usr/share/simplesamlphp";

/** Whether SimpleSAMLphp is installed. With `CI=true`, it's an error if it isn't. */
export function hasSimpleSamlPhp(): boolean {
  const isThere =
    existsSync(`${home}/lib/_autoload.php`) &&
    spawnSync("php", ["-r", "exit(class_exists('DOMDocument') ? 0 : 1);"]).status === 0;
  if (!isThere && process.env.CI === "true")
    throw new Error("CI needs simplesamlphp, php-cli, php-xml, and php-mbstring.");
  return isThere;
}

/** A server for one test, and a user's browser. */
export interface SimpleSamlPhp {
  readonly entityId: string;
  readonly logoutUrl: string;
  /** Imports the metadata of a service provider, with SimpleSAMLphp's own parser. */
  trust(metadata: string): void;
  /** Follows redirects and pages until they lead to the app. Returns the request to the app. */
  visit(url: string, form?: Record<string, string>): Promise<Arrival>;
}

/** A request that the browser sends to the app. */
export interface Arrival {
  readonly url: URL;
  /** The fields of a form that was posted. */
  readonly form: Record<string, string> | null;
}

export async function startSimpleSamlPhp(appOrigin: string, sp: object = {}): Promise<SimpleSamlPhp> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-ssp-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const entityId = `${origin}/saml2/idp/metadata.php`;
  writeConfig(folder, origin, entityId);
  const environment = { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(folder, "config") };
  const server = spawn("php", ["-S", `127.0.0.1:${port}`, "-t", `${home}/www`], { env: environment, stdio: "ignore" });
  onTestFinished(() => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await vi.waitFor(async () => void (await fetch(entityId)), { timeout: 20_000, interval: 100 });
  return {
    entityId,
    logoutUrl: `${origin}/saml2/idp/SingleLogoutService.php`,
    trust(metadata) {
      const code = `
        require '${home}/lib/_autoload.php';
        $found = SimpleSAML\\Metadata\\SAMLParser::parseString(stream_get_contents(STDIN));
        $sp = array_merge($found->getMetadata20SP(), json_decode($argv[1], true));
        echo '<?php $metadata[' . var_export($found->getEntityID(), true) . '] = ' . var_export($sp, true) . ';';`;
      const run = spawnSync("php", ["-r", code, "--", JSON.stringify(sp)], {
        input: metadata,
        encoding: "utf8",
        env: environment,
      });
      if (run.status !== 0) throw new Error(`SimpleSAMLphp rejects the metadata: ${run.stdout}${run.stderr}`);
      writeFileSync(join(folder, "metadata/saml20-sp-remote.php"), run.stdout.slice(run.stdout.indexOf("<?php")));
    },
    visit: createBrowser(appOrigin),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

function writeConfig(folder: string, origin: string, entityId: string): void {
  for (const name of ["config", "metadata", "cert", "log", "data", "tmp"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "cert/idp.pem"), idpKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  writeFileSync(join(folder, "cert/idp.crt"), idpKeys.certificate);
  const config = {
    baseurlpath: `${origin}/`,
    certdir: `${folder}/cert/`,
    loggingdir: `${folder}/log/`,
    datadir: `${folder}/data/`,
    tempdir: `${folder}/tmp`,
    metadatadir: `${folder}/metadata/`,
    "metadata.sources": [{ type: "flatfile", directory: `${folder}/metadata/` }],
    secretsalt: "a salt of the tests",
    "auth.adminpassword": "the admin's password",
    technicalcontact_email: "admin@idp.test",
    timezone: "UTC",
    "logging.handler": "file",
    "logging.level": 7,
    "enable.saml20-idp": true,
    "module.enable": { core: true, saml: true, exampleauth: true },
    "session.cookie.secure": false,
    "store.type": "phpsession",
    "session.phpsession.savepath": `${folder}/data`,
    "trusted.url.domains": ["127.0.0.1", "app.test"],
  };
  const person = (uid: string) => ({ uid: [uid], email: [`${uid}@acme.test`], displayName: [`${uid} Lee`] });
  const sources = { users: { 0: "exampleauth:UserPass", "ann:secret": person("ann"), "bob:secret": person("bob") } };
  const hosted = {
    host: "__DEFAULT__",
    privatekey: "idp.pem",
    certificate: "idp.crt",
    auth: "users",
    "validate.authnrequest": true,
    "validate.logout": true,
    "sign.logout": true,
    "redirect.sign": true,
    "redirect.validate": true,
    "signature.algorithm": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    "userid.attribute": "uid",
    "simplesaml.nameidattribute": "uid",
    NameIDFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    authproc: {
      3: {
        class: "saml:AttributeNameID",
        attribute: "uid",
        Format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
      },
    },
  };
  const php = (name: string, value: unknown) =>
    `<?php ${name} = json_decode(base64_decode('${Buffer.from(JSON.stringify(value)).toString("base64")}'), true);`;
  writeFileSync(join(folder, "config/config.php"), php("$config", config));
  writeFileSync(join(folder, "config/authsources.php"), php("$config", sources));
  writeFileSync(join(folder, "metadata/saml20-idp-hosted.php"), php(`$metadata['${entityId}']`, hosted));
  writeFileSync(join(folder, "metadata/saml20-sp-remote.php"), "<?php");
}

/**
 * Creates a browser that keeps cookies, submits the forms that pages submit automatically, and enters Ann's password.
 */
function createBrowser(appOrigin: string): SimpleSamlPhp["visit"] {
  const cookies = new Map<string, string>();
  return async (start, form) => {
    let at = new URL(start);
    let body = form ?? null;
    for (let step = 0; step < 15; step++) {
      if (at.origin === appOrigin) return { url: at, form: body };
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(at, {
        redirect: "manual",
        headers: { cookie },
        ...(body ? { method: "POST", body: new URLSearchParams(body) } : {}),
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
      }
      const location = response.headers.get("location");
      body = null;
      if (location) {
        at = new URL(location, at);
        continue;
      }
      const page = await response.text();
      const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`SimpleSAMLphp shows ${response.status}: ${textOf(page)}`);
      body = fieldsOf(page);
      if (page.includes('name="password"')) body = { ...body, username: "ann", password: "secret" };
      at = new URL(decodeEntities(action), at);
    }
    throw new Error("SimpleSAMLphp's redirects never end.");
  };
}

function fieldsOf(page: string): Record<string, string> {
  const inputs = page.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  const attribute = (tag: string, name: string) =>
    decodeEntities(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
  return Object.fromEntries(inputs.map((tag) => [attribute(tag, "name"), attribute(tag, "value")]));
}

const decodeEntities = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#039;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const textOf = (page: string) =>
  page
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, 1500);
