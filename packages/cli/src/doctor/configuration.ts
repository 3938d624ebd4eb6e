/** Checks the auth file for settings that are unsafe in production or keep users out. */

import { secretWeakness } from "@latchkey/core/crypto";
import { findAuthFile } from "../project/auth-file.ts";
import type { Target } from "../project/target.ts";
import { CallValue, isList, isObject, isOpaque, type StaticValue, valueAt } from "../source/values.ts";
import type { Finding } from "./finding.ts";

type Check = (options: StaticValue, target: Target, folder: string) => readonly Finding[];

/**
 * @param folder the app's folder
 */
export function checkConfiguration(target: Target, folder: string): Finding[] {
  if (!target.authFile) {
    return [
      {
        id: "configuration.no-auth-file",
        severity: "note",
        title: "No auth file was found, so the configuration was not looked at.",
        step: "Name the file that calls createAuth: --auth path/to/auth.ts",
      },
    ];
  }
  const { options } = target.authFile;
  return checks.flatMap((check) => [...check(options, target, folder)]);
}

const checkSecret: Check = (options, { authFile, environment }, folder) => {
  const path = authFile?.path ?? "";
  const secret = currentSecret(options);
  const advice = 'Make one with "npx @latchkey/cli secret" and keep it in the environment as AUTH_SECRET.';
  // Reads the file again with an empty environment. A value that is still known is written in the source.
  const written = authFile ? currentSecret(findAuthFile(folder, () => undefined, path)?.options) : undefined;
  if (typeof written === "string" && written !== "") {
    return [
      {
        id: "configuration.secret-in-source",
        severity: "error",
        title: `A secret stands in ${path}.`,
        detail: "Anyone who can read the source or its history can sign cookies for this app.",
        step: `Take it out. ${advice} To keep people signed in, list the old one second in secrets for a while.`,
      },
    ];
  }
  if (isOpaque(secret)) return [];
  if (typeof secret !== "string" || secret === "") {
    return [
      {
        id: "configuration.no-secret",
        severity: "warning",
        title: "No secret is set in this environment. In production createAuth refuses to start without one.",
        step: advice,
      },
    ];
  }
  const weakness = secretWeakness(secret);
  if (weakness === null) return [];
  const place = environment.fileOf("AUTH_SECRET");
  return [
    {
      id: "configuration.weak-secret",
      severity: "error",
      title: `The secret${place ? ` in ${place}` : ""} ${weakness}.`,
      detail: "In production createAuth refuses to start with it.",
      step: advice,
    },
  ];
};

function currentSecret(options: StaticValue): StaticValue {
  const secrets = valueAt(options, "secrets");
  return isList(secrets) ? secrets[0] : valueAt(options, "secret");
}

const checkBaseURL: Check = (options) => {
  const given = valueAt(options, "baseURL");
  if (isOpaque(given)) return [];
  const url = typeof given === "string" ? parseURL(given) : null;
  if (!url) {
    return [
      {
        id: "configuration.no-base-url",
        severity: "warning",
        title: given ? `baseURL is "${given}", which is no address.` : "baseURL is not set.",
        detail: "In production createAuth refuses to start without it: links and cookies go by it.",
        step: 'Set baseURL to scheme and host as browsers reach the app: "https://app.example.com".',
      },
    ];
  }
  if (url.protocol === "https:" || isLocal(url)) return [];
  return [
    {
      id: "configuration.http-base-url",
      severity: "error",
      title: `baseURL is ${url.origin}: passwords and cookies travel in the clear.`,
      step: `Serve the app over https and set baseURL to https://${url.host}.`,
    },
  ];
};

const checkOrigins: Check = (options) => {
  const listed = valueAt(options, "trustedOrigins");
  if (!isList(listed)) return [];
  return listed.flatMap((origin): Finding[] => {
    if (typeof origin !== "string") return [];
    const url = parseURL(origin);
    if (url?.protocol === "http:" && !isLocal(url)) {
      return [
        {
          id: "configuration.http-origin",
          severity: "error",
          title: `trustedOrigins has ${origin}. Anyone on the network can respond in its place.`,
          step: `Make it https://${origin.slice("http://".length)}, or take it out.`,
        },
      ];
    }
    if (!origin.includes("*")) return [];
    return [
      {
        id: "configuration.wildcard-origin",
        severity: /^(?:https?:\/\/)?\*?\*(?:\.[^.]+)?$/.test(origin) ? "error" : "warning",
        title: `trustedOrigins has ${origin}. Every host under it can act for signed-in users.`,
        detail: "One of them that shows pages of users, or is given up, is enough for an attack.",
        step: "List the hosts that need it, each by its name.",
      },
    ];
  });
};

interface UnsafeOption {
  readonly path: readonly string[];
  readonly unsafe: boolean;
  readonly title: string;
  readonly step: string;
}

const unsafeOptions: readonly UnsafeOption[] = [
  {
    path: ["advanced", "disableOriginCheck"],
    unsafe: true,
    title: "The origin check is off: other sites can act for people who are signed in.",
    step: "Take advanced.disableOriginCheck out, and list the origins that need to call in trustedOrigins.",
  },
  {
    path: ["rateLimit", "enabled"],
    unsafe: false,
    title: "Rate limits are off: passwords and codes can be guessed as fast as the server answers.",
    step: "Take rateLimit.enabled out: limits are on in production by themselves.",
  },
  {
    path: ["advanced", "useSecureCookies"],
    unsafe: false,
    title: "Session cookies are also sent without https.",
    step: "Take advanced.useSecureCookies out: it follows baseURL by itself.",
  },
];

const checkUnsafeOptions: Check = (options) =>
  unsafeOptions
    .filter(({ path, unsafe }) => valueAt(options, ...path) === unsafe)
    .map(({ path, title, step }) => ({ id: `configuration.${path.join(".")}`, severity: "error", title, step }));

const checkProxies: Check = (options) => {
  const trusted = valueAt(options, "advanced", "ipAddress", "trustedProxies");
  const all = isList(trusted) && trusted.some((network) => typeof network === "string" && /\/0$/.test(network));
  if (!all) return [];
  return [
    {
      id: "configuration.all-proxies-trusted",
      severity: "error",
      title: "advanced.ipAddress.trustedProxies trusts every address: clients can claim any, and escape rate limits.",
      step: "List the networks of your own proxies only.",
    },
  ];
};

const checkSignInMethods: Check = (options) => {
  const password = valueAt(options, "emailAndPassword", "enabled");
  const findings: Finding[] = [];
  const others = [valueAt(options, "socialProviders"), valueAt(options, "providers")];
  if (isObject(options) && !password && others.every((other) => other === undefined)) {
    findings.push({
      id: "configuration.no-way-in",
      severity: "error",
      title: "There is no way to sign in: email and password are off, and there is no provider.",
      step: "Set emailAndPassword: { enabled: true }, or add socialProviders.",
    });
  }
  if (password === true && valueAt(options, "emailAndPassword", "sendResetPassword") === undefined) {
    findings.push({
      id: "configuration.no-password-reset",
      severity: "warning",
      title: "Who forgets their password cannot get a new one: emailAndPassword.sendResetPassword is not set.",
      step: "Set it to a function that sends the mail, such as resetPassword of what createMailer of @latchkey/mailer gives.",
    });
  }
  const required = valueAt(options, "emailAndPassword", "requireEmailVerification") === true;
  if (required && valueAt(options, "emailVerification", "sendVerificationEmail") === undefined) {
    findings.push({
      id: "configuration.unprovable-addresses",
      severity: "error",
      title: "Addresses must be proven before anybody gets in, but no mail to prove them is sent.",
      step: "Set emailVerification.sendVerificationEmail, or take emailAndPassword.requireEmailVerification out.",
    });
  }
  return findings;
};

const checkProviders: Check = (options) => {
  const providers = valueAt(options, "socialProviders");
  if (!isObject(providers)) return [];
  return Object.entries(providers).flatMap(([name, given]): Finding[] => {
    const missing = ["clientId", "clientSecret"].filter(
      (key) => isObject(given) && Object.hasOwn(given, key) && !given[key],
    );
    if (missing.length === 0) return [];
    return [
      {
        id: "configuration.provider-without-keys",
        severity: "warning",
        title: `socialProviders.${name}: ${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} empty in this environment.`,
        step: "Set the variables that they are read from.",
      },
    ];
  });
};

const checkMemory: Check = (options) => {
  const database = valueAt(options, "database");
  if (!(database instanceof CallValue && database.name === "memoryAdapter")) return [];
  return [
    {
      id: "configuration.memory-database",
      severity: "error",
      title: "The database is memoryAdapter(). All accounts are lost when the process exits.",
      step: "Use sqlAdapter over SQLite, PostgreSQL or MySQL.",
    },
  ];
};

/** Variables that hosting platforms set on their machines. */
const hostVariables: Readonly<Record<string, string>> = {
  KUBERNETES_SERVICE_HOST: "Kubernetes",
  ECS_CONTAINER_METADATA_URI_V4: "Amazon ECS",
  AWS_LAMBDA_FUNCTION_NAME: "AWS Lambda",
  K_SERVICE: "Google Cloud Run",
  WEBSITE_SITE_NAME: "Azure App Service",
  VERCEL_ENV: "Vercel",
  NETLIFY: "Netlify",
  DYNO: "Heroku",
  FLY_APP_NAME: "Fly.io",
  RENDER: "Render",
  RAILWAY_ENVIRONMENT_NAME: "Railway",
};

const checkMode: Check = (options, { environment }) => {
  const mode = environment.read("NODE_ENV");
  if (mode !== "development" && mode !== "test") return [];
  const file = environment.fileOf("NODE_ENV");
  const place = file === null || environment.isSet("NODE_ENV") ? "" : ` in ${file}`;
  const host = Object.entries(hostVariables).find(([name]) => environment.isSet(name))?.[1];
  const given = valueAt(options, "baseURL");
  const url = typeof given === "string" ? parseURL(given) : null;
  const isPublic = url?.protocol === "https:" && !isLocal(url);
  const effect = "Rate limits are off, weak secrets are accepted, and the dev console can start.";
  if (host === undefined && !isPublic) {
    return [
      {
        id: "configuration.development-mode",
        severity: "warning",
        title: `NODE_ENV is "${mode}"${place}. ${effect}`,
        detail: "That's fine on your own machine.",
        step: "Set NODE_ENV to production wherever you deploy the app.",
      },
    ];
  }
  const reason = host === undefined ? `baseURL is ${url?.origin}` : `this machine belongs to ${host}`;
  return [
    {
      id: "configuration.development-mode",
      severity: "error",
      title: `NODE_ENV is "${mode}"${place}, but ${reason}. ${effect}`,
      step: "Set NODE_ENV to production here.",
    },
  ];
};

const checks: readonly Check[] = [
  checkMode,
  checkSecret,
  checkBaseURL,
  checkOrigins,
  checkUnsafeOptions,
  checkProxies,
  checkSignInMethods,
  checkProviders,
  checkMemory,
];

function parseURL(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.(?:localhost|test)$/.test(hostname);
}
