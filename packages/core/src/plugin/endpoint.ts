/** An endpoint: one value from which router, server-side calls, client types and API document all come. */

import type { ErrorCatalogue } from "../http/errors.ts";
import type { InputSchema } from "../http/schema.ts";
import type { Shape } from "../shapes/shape.ts";
import type { RequestContext } from "./context.ts";
import type { AnyContract, ExactCodes, GuardCode, RequiredInput } from "./contract.ts";
import type { Added, Guard } from "./guard.ts";
import type { RateLimitRule } from "./settings.ts";

/** One path and what it does. */
export interface Endpoint<Input = unknown, Output = unknown> extends EndpointDeclaration {
  readonly input?: InputSchema<Input>;
  /** What it answers with when it does not refuse; for documents and tests. */
  readonly output?: Shape<Output>;
  readonly guards: readonly Guard[];
  /** Gets validated input. Answers data (sent as JSON), or a whole `Response` (a redirect, a page). */
  handle(input: Input, context: RequestContext): Promise<Output> | Output;
}

/**
 * A step that several endpoints have and that plugins hang into: making a session, taking in the fields of a new or a
 * known user, setting a password, deleting a user.
 */
export type Moment = "signIn" | "signUp" | "updateUser" | "newPassword" | "deleteUser";

/** What an endpoint says of itself, for router, limiter, tests and documents. */
export interface EndpointDeclaration {
  readonly method: "GET" | "POST" | readonly ["GET", "POST"];
  /** Relative to the base path. `:name` is a parameter, handed in with the input. */
  readonly path: string;
  /** One line for the API document. */
  readonly summary?: string;
  /** Everything it can refuse, beyond what any endpoint can. */
  readonly errors?: ErrorCatalogue;
  /** Where plugins have a say in what it does: what they bring there is in its answers and refusals, too. */
  readonly moments?: readonly Moment[];
  /**
   * Most statements it sends to the database on its longest ordinary way, guards included; audit, outbox, counters,
   * BEGIN and COMMIT are not counted. A test counts.
   */
  readonly statements: number;
  /** In place of the general rule. `false`: none, for a sender that is known by a signature and comes in bursts. */
  readonly rateLimit?: RateLimitRule | false;
  /**
   * Path of the endpoint that this is another name of. The two are one for `disabledPaths`, rate limits, and hooks:
   * what an app decides for one name holds for the other.
   */
  readonly aliasOf?: string;
  /** Only through `auth.api`; over HTTP it does not exist. */
  readonly serverOnly?: boolean;
  /** Query parameters that a POST takes, too; the body wins over them. */
  readonly query?: readonly string[];
  /** Also takes form bodies. */
  readonly form?: boolean;
  /**
   * The body is left unread, for a signature is made over its bytes: the handler reads `context.request` itself, with
   * `readBytes`. Its input is the path's parameters.
   */
  readonly rawBody?: boolean;
  /**
   * Which requests the origin check refuses. `cookies` (default): foreign ones that carry a cookie. `always`: foreign
   * ones with or without (signing in, sending mail). `exempt`: none; a signature or a state proves the sender.
   */
  readonly origin?: "cookies" | "always" | "exempt";
}

/** The endpoint of a call, by the call's contract. */
export interface EndpointOf<C extends AnyContract> extends Endpoint<C["input"], C["output"]> {
  /** Types only. An endpoint without it can't stand for a call that a plugin promises. */
  readonly $contract: C;
}

/** What `defineEndpoint` takes: everything the contract doesn't say. */
export interface EndpointDefinition<C extends AnyContract, G extends readonly Guard[], E extends ErrorCatalogue>
  extends EndpointDeclaration {
  readonly input?: InputSchema<C["input"]>;
  readonly output: Shape<C["output"]>;
  readonly guards?: G;
  /** Exactly the codes of the contract that no guard adds; those of `HttpErrorCode` as needed. */
  readonly errors?: E;
  handle(input: C["input"], context: RequestContext & Added<G>): Promise<C["output"]> | C["output"];
}

/** An endpoint with guards whose additions its handler gets. */
export interface UntypedEndpointDefinition<Input, Output, G extends readonly Guard[]> extends EndpointDeclaration {
  readonly input?: InputSchema<Input>;
  readonly output?: Shape<Output>;
  readonly guards?: G;
  handle(input: Input, context: RequestContext & Added<G>): Promise<Output> | Output;
}

/** Defines the endpoint of a call. Input, output, and errors must match the call's contract. */
export function defineEndpoint<
  C extends AnyContract,
  const G extends readonly Guard[] = readonly [],
  E extends ErrorCatalogue = {},
>(
  definition: EndpointDefinition<C, G, E> &
    ExactCodes<C["code"], (keyof E & string) | GuardCode<G>> &
    RequiredInput<C["input"]>,
): EndpointOf<C> {
  // The guards' additions are there by the time the handler runs: dispatch puts them there.
  return { ...definition, guards: definition.guards ?? [] } as unknown as EndpointOf<C>;
}

/** Defines an endpoint without a contract, for an app's own calls. Its codes aren't compared, and the client has no types for it. */
export function defineUntypedEndpoint<Input, Output, const G extends readonly Guard[] = readonly []>(
  definition: UntypedEndpointDefinition<Input, Output, G>,
): Endpoint<Input, Output> {
  return { ...definition, guards: definition.guards ?? [] } as unknown as Endpoint<Input, Output>;
}

/** The methods an endpoint answers. */
export function methodsOf(endpoint: EndpointDeclaration): readonly ("GET" | "POST")[] {
  return typeof endpoint.method === "string" ? [endpoint.method] : endpoint.method;
}
