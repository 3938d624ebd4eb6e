/** Evaluates expressions statically, from the source and the environment. */

import type { Expression, Node, ObjectExpression } from "@babel/types";
import { type Import, importedModule, type Module } from "./module.ts";
import { CallValue, isList, isObject, type StaticObject, type StaticValue, UnknownValue } from "./values.ts";

/** Reads an environment variable. */
export type ReadVariable = (name: string) => string | undefined;

/** The context of an expression. */
export interface Scope {
  readonly module: Module;
  readonly variable: ReadVariable;
  /** Number of names followed so far, to stop at cycles. */
  readonly depth?: number;
}

const maxDepth = 30;

/** Returns the value of an expression. Never throws. What can't be determined is an {@link UnknownValue}. */
export function evaluate(node: Node | null | undefined, scope: Scope): StaticValue {
  if (!node) return undefined;
  switch (node.type) {
    case "StringLiteral":
    case "NumericLiteral":
    case "BooleanLiteral":
      return node.value;
    case "NullLiteral":
      return null;
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return evaluate(node.expression, scope);
    case "AwaitExpression":
      return evaluate(node.argument, scope);
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return unknownValue(node, scope, true);
    case "TemplateLiteral":
      return template(
        node.quasis.map((quasi) => quasi.value.cooked ?? ""),
        node.expressions,
        node,
        scope,
      );
    case "ArrayExpression":
      return node.elements.flatMap((element) => evaluateElement(element, scope));
    case "ObjectExpression":
      return objectOf(node, scope);
    case "Identifier":
      return resolveIdentifier(node.name, node, scope);
    case "MemberExpression":
    case "OptionalMemberExpression":
      return member(node, scope);
    case "CallExpression":
    case "NewExpression":
      return call(node, scope);
    default:
      return operation(node, scope);
  }
}

function operation(node: Node, scope: Scope): StaticValue {
  if (node.type === "LogicalExpression") {
    const left = evaluate(node.left, scope);
    if (left instanceof UnknownValue) return unknownValue(node, scope);
    const isDone = node.operator === "??" ? left !== null && left !== undefined : node.operator === "||" ? left : !left;
    return isDone ? left : evaluate(node.right, scope);
  }
  if (node.type === "ConditionalExpression") {
    const test = evaluate(node.test, scope);
    if (test instanceof UnknownValue) return unknownValue(node, scope);
    return evaluate(test ? node.consequent : node.alternate, scope);
  }
  if (node.type === "BinaryExpression") {
    const [left, right] = [evaluate(node.left as Expression, scope), evaluate(node.right, scope)];
    if (!isPlain(left) || !isPlain(right)) return unknownValue(node, scope);
    if (/^===?$/.test(node.operator)) return left === right;
    if (/^!==?$/.test(node.operator)) return left !== right;
    if (typeof left === "number" && typeof right === "number")
      return arithmetic(node.operator, left, right) ?? unknownValue(node, scope);
  }
  if (node.type === "UnaryExpression" && (node.operator === "!" || node.operator === "-")) {
    const value = evaluate(node.argument, scope);
    if (isPlain(value)) return node.operator === "!" ? !value : -Number(value);
  }
  return unknownValue(node, scope);
}

function arithmetic(operator: string, left: number, right: number): number | null {
  if (operator === "*") return left * right;
  if (operator === "+") return left + right;
  return operator === "-" ? left - right : null;
}

function isPlain(value: StaticValue): value is string | number | boolean | null | undefined {
  return value === null || typeof value !== "object";
}

function template(texts: readonly string[], inner: readonly Node[], node: Node, scope: Scope): StaticValue {
  const values = inner.map((one) => evaluate(one, scope));
  if (!values.every(isPlain)) return unknownValue(node, scope);
  return texts.map((text, place) => text + (place < values.length ? String(values[place]) : "")).join("");
}

function evaluateElement(element: Node | null, scope: Scope): StaticValue[] {
  if (element?.type !== "SpreadElement") return [evaluate(element, scope)];
  const inner = evaluate(element.argument, scope);
  return isList(inner) ? [...inner] : [unknownValue(element, scope)];
}

function objectOf(node: ObjectExpression, scope: Scope): StaticObject {
  const values: Record<string, StaticValue> = {};
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const inner = evaluate(property.argument, scope);
      Object.assign(values, isObject(inner) ? inner : { "...": unknownValue(property, scope) });
      continue;
    }
    const name = keyOf(property.key, property.computed, scope);
    if (name === null) values["..."] = unknownValue(property, scope);
    else
      values[name] =
        property.type === "ObjectMethod" ? unknownValue(property, scope, true) : evaluate(property.value, scope);
  }
  return values;
}

function keyOf(key: Node, computed: boolean, scope: Scope): string | null {
  if (!computed && key.type === "Identifier") return key.name;
  const value = evaluate(key, scope);
  return isPlain(value) ? String(value) : null;
}

function resolveIdentifier(name: string, node: Node, scope: Scope): StaticValue {
  if (name === "undefined") return undefined;
  const depth = (scope.depth ?? 0) + 1;
  if (depth > maxDepth) return unknownValue(node, scope);
  const own = scope.module.values.get(name);
  if (own) return evaluate(own, { ...scope, depth });
  const imported = scope.module.imports.get(name);
  return imported ? resolveImport(imported, node, { ...scope, depth }) : unknownValue(node, scope);
}

function resolveImport({ from, name }: Import, node: Node, scope: Scope): StaticValue {
  const module = importedModule(scope.module, from);
  const exported = module?.exports.get(name);
  if (!module || exported === undefined) return unknownValue(node, scope);
  const inner = { ...scope, module };
  return typeof exported === "string" ? resolveIdentifier(exported, node, inner) : evaluate(exported, inner);
}

/** Evaluates `process.env.X` and its variants in other runtimes, or a property of a known object. */
function member(node: Node & { object: Node; property: Node; computed: boolean }, scope: Scope): StaticValue {
  const name = keyOf(node.property, node.computed, scope);
  if (name === null) return unknownValue(node, scope);
  if (environments.has(textOf(node.object, scope))) return scope.variable(name);
  const object = evaluate(node.object, scope);
  if (isObject(object) && (Object.hasOwn(object, name) || !Object.hasOwn(object, "..."))) return object[name];
  return unknownValue(node, scope);
}

const environments: ReadonlySet<string> = new Set(["process.env", "import.meta.env", "Bun.env"]);

function call(node: Node & { callee: Node; arguments: readonly Node[] }, scope: Scope): StaticValue {
  const args = node.arguments.flatMap((argument) => evaluateElement(argument, scope));
  const text = textOf(node.callee, scope);
  if (text === "Deno.env.get" && typeof args[0] === "string") return scope.variable(args[0]);
  if (text === "Number" || text === "parseInt") return isPlain(args[0]) ? Number(args[0]) : unknownValue(node, scope);
  if (text === "String") return isPlain(args[0]) ? String(args[0]) : unknownValue(node, scope);
  const { from, name } = calleeOf(node.callee, scope);
  return new CallValue(name, from, args);
}

/** The module and name of the called function, such as `createAuth`, `pg.Pool`, or `express.Router`. */
export function calleeOf(callee: Node, { module }: Pick<Scope, "module">): { from: string | null; name: string } {
  if (callee.type === "Identifier") return module.imports.get(callee.name) ?? { from: null, name: callee.name };
  if (callee.type === "MemberExpression" && callee.property.type === "Identifier") {
    const { name } = callee.property;
    const object = callee.object.type === "Identifier" ? module.imports.get(callee.object.name) : undefined;
    return { from: object?.from ?? null, name };
  }
  return { from: null, name: "" };
}

function textOf(node: Node, { module }: Scope): string {
  return module.source.text.slice(node.start ?? 0, node.end ?? 0);
}

function unknownValue(node: Node, scope: Scope, isFunction = false): UnknownValue {
  return new UnknownValue(textOf(node, scope).replace(/\s+/g, " "), isFunction);
}
