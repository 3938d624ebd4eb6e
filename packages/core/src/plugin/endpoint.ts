/** Endpoints. The router, `auth.api`, client types, and API document are all derived from them. */

import type { ErrorCatalog } from "../http/errors.ts";
import type { InputSchema } from "../http/schema.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { DeclaredEndpoint, EndpointDeclaration } from "../kernel/declaration.ts";
import type { Shape } from "../shapes/shape.ts";
import type { AnyContract, ExactCodes, GuardCode, RequiredInput } from "./contract.ts";
import type { Guard, GuardContext, OrderedGuards } from "./guard.ts";

/** A path with its handler. */
export interface Endpoint<Input = unknown, Output = unknown> extends DeclaredEndpoint<Input, Output> {
  readonly guards: readonly Guard[];
  /** Gets validated input. Returns data, which is sent as JSON, or a `Response` such as a redirect or a page. */
  handle(input: Input, context: RequestContext): Promise<Output> | Output;
}

/** The endpoint type for a call's contract. */
export interface EndpointOf<C extends AnyContract> extends Endpoint<C["input"], C["output"]> {
  /**
   * Exists only in types. Makes TypeScript reject an endpoint whose contract differs from the one that the plugin
   * declares for the call.
   */
  readonly $contract: C;
}

/** What `defineEndpoint` takes: everything that isn't in the contract. */
export interface EndpointDefinition<C extends AnyContract, G extends readonly Guard[], E extends ErrorCatalog>
  extends EndpointDeclaration {
  readonly input?: InputSchema<C["input"]>;
  readonly output: Shape<C["output"]>;
  readonly guards?: G;
  /** Exactly the contract's codes that no guard adds. Codes of `HttpErrorCode` are optional. */
  readonly errors?: E;
  handle(input: C["input"], context: RequestContext & GuardContext<G>): Promise<C["output"]> | C["output"];
}

/** What `defineUntypedEndpoint` takes. The handler gets what the guards add. */
export interface UntypedEndpointDefinition<Input, Output, G extends readonly Guard[]> extends EndpointDeclaration {
  readonly input?: InputSchema<Input>;
  readonly output?: Shape<Output>;
  readonly guards?: G;
  handle(input: Input, context: RequestContext & GuardContext<G>): Promise<Output> | Output;
}

/**
 * Defines the endpoint of a call. Input, output, and errors must match the call's contract; guards must fit together.
 */
export function defineEndpoint<
  C extends AnyContract,
  const G extends readonly Guard[] = readonly [],
  E extends ErrorCatalog = {},
>(
  definition: EndpointDefinition<C, G, E> &
    ExactCodes<C["code"], (keyof E & string) | GuardCode<G>> &
    OrderedGuards<G> &
    RequiredInput<C["input"]>,
): EndpointOf<C> {
  // By the time the handler runs, `runEndpoint` has put the guards' additions into the context.
  return { ...definition, guards: definition.guards ?? [] } as unknown as EndpointOf<C>;
}

/**
 * Defines an endpoint without a contract, for an app's own calls. Its codes aren't checked, and the client has no types
 * for it.
 */
export function defineUntypedEndpoint<Input, Output, const G extends readonly Guard[] = readonly []>(
  definition: UntypedEndpointDefinition<Input, Output, G> & OrderedGuards<G>,
): Endpoint<Input, Output> {
  return { ...definition, guards: definition.guards ?? [] } as unknown as Endpoint<Input, Output>;
}
