/**
 * Contracts, which define what a call takes, what it returns, and which codes it fails with. A plugin has one interface
 * with a contract per call. The endpoint, `auth.api`, the client, and the error unions are all derived from it.
 */

import type {
  Call,
  OptionalCall,
  WithBody,
  WithOptionalBody,
  WithOptionalQuery,
  WithOptionalSessionBody,
  WithOptionalSessionQuery,
  WithQuery,
  WithSessionBody,
  WithSessionQuery,
} from "../http/call.ts";
import type { ClientCall, OptionalClientCall, OptionalQueryField, QueryField } from "../http/client-call.ts";
import type { ErrorEntry, HttpErrorCode } from "../http/errors.ts";
import type { InputSchema } from "../http/schema.ts";
import type { Guard } from "./guard.ts";

/**
 * The contract of one call.
 *
 * `Code` lists the codes that the call itself, its guards, and the stages it passes can fail with. Codes that any
 * endpoint can return ({@link HttpErrorCode}) are not listed.
 */
export interface CallContract<Input, Output, Code extends string, Server, Client> {
  /** What the handler gets, after validation. */
  readonly input: Input;
  readonly output: Output;
  readonly code: Code;
  /** The call in `auth.api`. */
  readonly server: Server;
  /** The call in the client. */
  readonly client: Client;
}

/** Any contract. */
export type AnyContract = CallContract<unknown, unknown, string, unknown, unknown>;

/**
 * A POST that doesn't need a session. `void` as input means that it takes nothing. `Input | void` means that the input
 * is optional.
 */
export interface PublicCall<Input, Output, Code extends string = never> {
  readonly input: InputOf<Input>;
  readonly output: Output;
  readonly code: Code;
  readonly server: void extends Input
    ? OptionalCall<WithOptionalBody<InputOf<Input>>, Output, Code>
    : Call<WithBody<Input>, Output, Code>;
  readonly client: void extends Input
    ? OptionalClientCall<InputOf<Input>, Output, Code>
    : ClientCall<Input, Output, Code>;
}

/** A POST that reads the caller's session. `void` as in {@link PublicCall}. */
export interface SessionCall<Input, Output, Code extends string = never> {
  readonly input: InputOf<Input>;
  readonly output: Output;
  readonly code: Code;
  readonly server: Call<
    void extends Input ? WithOptionalSessionBody<InputOf<Input>> : WithSessionBody<Input>,
    Output,
    Code
  >;
  readonly client: void extends Input
    ? OptionalClientCall<InputOf<Input>, Output, Code>
    : ClientCall<Input, Output, Code>;
}

/** A GET that doesn't need a session. `void` as in {@link PublicCall}. */
export interface PublicQuery<Query, Output, Code extends string = never> {
  readonly input: InputOf<Query>;
  readonly output: Output;
  readonly code: Code;
  readonly server: void extends Query
    ? OptionalCall<WithOptionalQuery<InputOf<Query>>, Output, Code>
    : Call<WithQuery<Query>, Output, Code>;
  readonly client: void extends Query
    ? OptionalClientCall<QueryFieldOf<Query>, Output, Code>
    : ClientCall<QueryField<Query>, Output, Code>;
}

/** A GET that reads the caller's session. `void` as in {@link PublicCall}. */
export interface SessionQuery<Query, Output, Code extends string = never> {
  readonly input: InputOf<Query>;
  readonly output: Output;
  readonly code: Code;
  readonly server: Call<
    void extends Query ? WithOptionalSessionQuery<InputOf<Query>> : WithSessionQuery<Query>,
    Output,
    Code
  >;
  readonly client: void extends Query
    ? OptionalClientCall<QueryFieldOf<Query>, Output, Code>
    : ClientCall<QueryField<Query>, Output, Code>;
}

/**
 * A POST by a signed-in user with a permission. The server can also call it without headers, and then has every
 * permission. `void` as in {@link PublicCall}.
 */
export interface ManagementCall<Input, Output, Code extends string = never> extends PublicCall<Input, Output, Code> {}

/**
 * A GET by a signed-in user with a permission. Server calls are as in {@link ManagementCall}, and `void` as in
 * {@link PublicCall}.
 */
export interface ManagementQuery<Query, Output, Code extends string = never> extends PublicQuery<Query, Output, Code> {}

/** A call that exists in `auth.api` only. `void` as in {@link PublicCall}. */
export interface ServerCall<Input, Output, Code extends string = never> {
  readonly input: InputOf<Input>;
  readonly output: Output;
  readonly code: Code;
  readonly server: void extends Input
    ? OptionalCall<WithOptionalBody<InputOf<Input>>, Output, Code>
    : Call<WithBody<Input>, Output, Code>;
  readonly client: never;
}

/** A call that exists in `auth.api` only and reads the caller's session. */
export interface ServerSessionCall<Input, Output, Code extends string = never>
  extends CallContract<Input, Output, Code, Call<WithSessionBody<Input>, Output, Code>, never> {}

/**
 * A page or a redirect that browsers open. The client has no such call. `ServerInput` is the input in `auth.api`, such
 * as `WithQuery<Input>`.
 */
export interface PageCall<Input, ServerInput, Code extends string = never>
  extends CallContract<Input, Response, Code, Call<ServerInput, Response, Code>, never> {}

/** What the handler gets: `unknown` if the call takes nothing. */
type InputOf<Input> = [Exclude<Input, void>] extends [never] ? unknown : Exclude<Input, void>;

/** The client's fields of a GET with an optional query: none if the call takes nothing. */
type QueryFieldOf<Query> = [Query] extends [void] ? unknown : OptionalQueryField<Exclude<Query, void>>;

/** The calls of a contract in `auth.api`. */
export type ServerCalls<Calls> = {
  readonly [K in keyof Calls]: Calls[K]["server" & keyof Calls[K]];
};

/** Puts all calls of a plugin under its `apiName` as well, such as `auth.api.billing.listOrders`. */
export interface CallGroup<Calls> {
  readonly group: Calls;
  readonly server: ServerCalls<Calls>;
}

/** The codes that a list of guards can fail with. */
export type GuardCode<G extends readonly Guard[]> = CodeOf<G[number]>;

type CodeOf<G> = G extends { readonly errors?: Readonly<Record<infer Code extends string, ErrorEntry>> } ? Code : never;

/** `unknown` if an endpoint declares exactly the codes of its contract; otherwise a type that names the difference. */
export type ExactCodes<Code extends string, Declared extends string> = MissingErrors<
  Exclude<Code, Declared | HttpErrorCode>
> &
  UnlistedCodes<Exclude<Declared, Code | HttpErrorCode>>;

/** An endpoint needs an `input` if its contract takes one. */
export type RequiredInput<Input> = unknown extends Input ? unknown : { readonly input: InputSchema<Input> };

type MissingErrors<Code extends string> = [Code] extends [never]
  ? unknown
  : { readonly errors: { readonly [C in Code]: ErrorEntry } };

type UnlistedCodes<Code extends string> = [Code] extends [never] ? unknown : { readonly notInTheContract: Code };
