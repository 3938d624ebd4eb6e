/** Checks the auth file for settings that are unsafe in production or keep users out. */

import { secretWeakness } from "@latchkey/core/crypto";
import { findAuthFile } from "../project/auth-file.ts";
import type { Target } from "../project/target.ts";
import { CallValue, isList, isObject, isOpaque, type StaticValue, valueAt } from "../source/values.ts";
import type { Finding } from "./finding.ts";
import { checkSignInMethods } from "./sign-in-methods.ts";

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
        title: "No auth file was found, so the configuration wasn't checked.",
        step: "Pass the file that calls createAuth: --auth path/to/auth.ts",
      },
    ];
  }
  const { options } = target.authFile;
  return checks.flatMap((check) => [...check(options, target, folder)]);
}

const checkSecret: Check = (options, { authFile, environment }, folder) => {
  const path = authFile?.path ?? "";
  const secret = currentSecret(options);
  const advice = 'Generate one with "npx @latchkey/cli secret", and set it as AUTH_SECRET in the environment.';
  // Reads the file again with an empty environment. A value that is still known is written in the source.
  const written = authFile ? currentSecret(findAuthFile(folder, () => undefined, path)?.options) : undefined;
  if (typeof written === "string" && written !== "") {
    return [
      {
        id: "configuration.secret-in-source",
        severity: "error",
        title: `${path} contains a secret.`,
        detail: "Anyone who can read the source or its history can sign cookies for this app.",
        step: `Remove it. ${advice} To keep users signed in, list the old one second in secrets for a while.`,
      },
    ];
  }
  if (isOpaque(secret)) return [];
  if (typeof secret !== "string" || secret === "") {
    return [
      {
        id: "configuration.no-secret",
        severity: "warning",
        title: "No secret is set in this environment. In production, createAuth throws an error without one.",
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
      detail: "In production, createAuth throws an error for it.",
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
        title: given ? `baseURL is "${given}", which isn't a URL.` : "baseURL is not set.",
        detail: "In production, createAuth throws an error without it, because links and cookies depend on it.",
        step: 'Set baseURL to the scheme and host that browsers use, such as "https://app.example.com".',
      },
    ];
  }
  if (url.protocol === "https:" || isLocal(url)) return [];
  return [
    {
      id: "configuration.http-base-url",
      severity: "error",
      title: `baseURL is ${url.origin}, so passwords and cookies are sent unencrypted.`,
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
          step: `Change it to https://${origin.slice("http://".length)}, or remove it.`,
        },
      ];
    }
    if (!origin.includes("*")) return [];
    return [
      {
        id: "configuration.wildcard-origin",
        severity: /^(?:https?:\/\/)?\*?\*(?:\.[^.]+)?$/.test(origin) ? "error" : "warning",
        title: `trustedOrigins has ${origin}. Every host under it can act for signed-in users.`,
        detail: "One host that serves user-generated pages, or that you no longer own, is enough for an attack.",
        step: "List each host that needs access by name.",
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
    title: "The origin check is off, so other sites can act for signed-in users.",
    step: "Remove advanced.disableOriginCheck, and add the origins that call your app to trustedOrigins.",
  },
  {
    path: ["rateLimit", "enabled"],
    unsafe: false,
    title: "Rate limits are off, so attackers can guess passwords and codes as fast as the server responds.",
    step: "Remove rateLimit.enabled. Limits are on in production by default.",
  },
  {
    path: ["advanced", "useSecureCookies"],
    unsafe: false,
    title: "Session cookies are also sent over http.",
    step: "Remove advanced.useSecureCookies. By default, it depends on baseURL.",
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
      title:
        "advanced.ipAddress.trustedProxies trusts every address, so clients can spoof theirs and avoid rate limits.",
      step: "List only the networks of your own proxies.",
    },
  ];
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
        step: "Set the environment variables that they're read from.",
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
      step: "Use sqlAdapter with SQLite, PostgreSQL, or MySQL.",
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
  (options, target) => checkSignInMethods(options, target),
  checkProviders,
  checkMemory,
];

function parseURL(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.(?:localhost|test)$/.test(hostname);
}
