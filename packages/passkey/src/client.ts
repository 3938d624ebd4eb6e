/** The client plugin, `@latchkey/passkey/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import { type CeremonyInput, createCeremonies } from "./client/ceremonies.ts";
import type {
  AddPasskeyFields,
  PasskeySignInFields,
  PasskeySignUpFields,
  PasskeySignUpSettings,
  PasskeyTypes,
  RecoverPasskeyFields,
} from "./contract.ts";

/** Calls after which the client tells password managers which passkeys and names are current. */
const signaling = /^\/(passkey\/(verify|delete)-|update-user$|change-email$)/;

const use = (purpose: string, also?: object, isConditional?: boolean): CeremonyInput => ({
  kind: "get",
  options: ["generate-authenticate-options", { query: { purpose } }],
  verify: ["verify-authentication", also],
  isConditional,
});

const add = ({ name, ...query }: AddPasskeyFields & { readonly mediation?: string } = {}): CeremonyInput => ({
  kind: "create",
  options: ["generate-register-options", { query }],
  verify: ["verify-registration", { name }],
  isConditional: query.mediation !== undefined,
});

/** Adds `signIn.passkey`, `signUp.passkey`, `passkey`, and the store `passkeys`. */
export function passkeyClient(): ClientPlugin<PasskeyTypes> {
  let ceremonies: ReturnType<typeof createCeremonies> | undefined;
  return {
    id: "passkey",
    methods: { "/passkey/generate-register-options": "GET", "/passkey/generate-authenticate-options": "GET" },
    stores: { passkeys: { path: "/passkey/list-user-passkeys" } },
    actions($fetch) {
      ceremonies = createCeremonies($fetch);
      const { run, signal, cancel } = ceremonies;
      return {
        signIn: {
          passkey: ({ autoFill, ...also }: PasskeySignInFields = {}) => run(use("sign-in", also, autoFill)),
        },
        signUp: {
          passkey: ({ passkeyName: name, ...body }: PasskeySignUpFields, { headers }: PasskeySignUpSettings = {}) =>
            run({
              kind: "create",
              options: ["generate-sign-up-options", { body, headers }],
              verify: ["verify-registration", { name, createSession: true }],
            }),
        },
        passkey: {
          add: (fields?: AddPasskeyFields) => run(add(fields)),
          recover: ({ code, ...also }: RecoverPasskeyFields) =>
            run({
              kind: "create",
              options: ["generate-recovery-options", { body: { code } }],
              verify: ["verify-recovery", also],
            }),
          upgrade: () => run(add({ mediation: "conditional" })),
          reauthenticate: () => run(use("proof")),
          verifySecondFactor: () => run(use("second-factor")),
          signal,
          cancel,
        },
      };
    },
    onSuccess({ path, data }) {
      // A sign-in that needs a second factor has no user yet.
      const isOver = path !== "/passkey/verify-authentication" || (data as { readonly user?: object }).user;
      if (signaling.test(path) && isOver) void ceremonies?.signal();
    },
  };
}
