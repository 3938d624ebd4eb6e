/** Works out what an expression comes to, as far as the source and the environment say. */

import type { Expression, Node, ObjectExpression } from "@babel/types";
import { type Import, importedModule, type Module } from "./module.ts";
import { isList, isObject, Made, type Static, type StaticObject, Unknown } from "./values.ts";

/** Gives a variable of the environment. */
export type ReadVariable = (name: string) => string | undefined;

/** What an expression is read in. */
export interface Scope {
  readonly module: Module;
  readonly variable: ReadVariable;
  /** How many names were followed: circles end. */
  readonly depth?: number;
}

const deepest = 30;

/** The value of an expression. Never throws; what cannot be told is {@link Unknown}. */
export function evaluate(node: Node | null | undefined, scope: Scope): Static {
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
      return unknown(node, scope, true);
    case "TemplateLiteral":
      return template(
        node.quasis.map((quasi) => quasi.value.cooked ?? ""),
        node.expressions,
        node,
        scope,
      );
    case "ArrayExpression":
      return node.elements.flatMap((element) => listed(element, scope));
    case "ObjectExpression":
      return objectOf(node, scope);
    case "Identifier":
      return named(node.name, node, scope);
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

function operation(node: Node, scope: Scope): Static {
  if (node.type === "LogicalExpression") {
    const left = evaluate(node.left, scope);
    if (left instanceof Unknown) return unknown(node, scope);
    const isDone = node.operator === "??" ? left !== null && left !== undefined : node.operator === "||" ? left : !left;
    return isDone ? left : evaluate(node.right, scope);
  }
  if (node.type === "ConditionalExpression") {
    const test = evaluate(node.test, scope);
    if (test instanceof Unknown) return unknown(node, scope);
    return evaluate(test ? node.consequent : node.alternate, scope);
  }
  if (node.type === "BinaryExpression") {
    const [left, right] = [evaluate(node.left as Expression, scope), evaluate(node.right, scope)];
    if (!isPlain(left) || !isPlain(right)) return unknown(node, scope);
    if (/^===?$/.test(node.operator)) return left === right;
    if (/^!==?$/.test(node.operator)) return left !== right;
    if (typeof left === "number" && typeof right === "number")
      return arithmetic(node.operator, left, right) ?? unknown(node, scope);
  }
  if (node.type === "UnaryExpression" && (node.operator === "!" || node.operator === "-")) {
    const value = evaluate(node.argument, scope);
    if (isPlain(value)) return node.operator === "!" ? !value : -Number(value);
  }
  return unknown(node, scope);
}

function arithmetic(operator: string, left: number, right: number): number | null {
  if (operator === "*") return left * right;
  if (operator === "+") return left + right;
  return operator === "-" ? left - right : null;
}

function isPlain(value: Static): value is string | number | boolean | null | undefined {
  return value === null || typeof value !== "object";
}

function template(texts: readonly string[], inner: readonly Node[], node: Node, scope: Scope): Static {
  const values = inner.map((one) => evaluate(one, scope));
  if (!values.every(isPlain)) return unknown(node, scope);
  return texts.map((text, place) => text + (place < values.length ? String(values[place]) : "")).join("");
}

function listed(element: Node | null, scope: Scope): Static[] {
  if (element?.type !== "SpreadElement") return [evaluate(element, scope)];
  const inner = evaluate(element.argument, scope);
  return isList(inner) ? [...inner] : [unknown(element, scope)];
}

function objectOf(node: ObjectExpression, scope: Scope): StaticObject {
  const values: Record<string, Static> = {};
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const inner = evaluate(property.argument, scope);
      Object.assign(values, isObject(inner) ? inner : { "...": unknown(property, scope) });
      continue;
    }
    const name = keyOf(property.key, property.computed, scope);
    if (name === null) values["..."] = unknown(property, scope);
    else
      values[name] =
        property.type === "ObjectMethod" ? unknown(property, scope, true) : evaluate(property.value, scope);
  }
  return values;
}

function keyOf(key: Node, computed: boolean, scope: Scope): string | null {
  if (!computed && key.type === "Identifier") return key.name;
  const value = evaluate(key, scope);
  return isPlain(value) ? String(value) : null;
}

function named(name: string, node: Node, scope: Scope): Static {
  if (name === "undefined") return undefined;
  const depth = (scope.depth ?? 0) + 1;
  if (depth > deepest) return unknown(node, scope);
  const own = scope.module.values.get(name);
  if (own) return evaluate(own, { ...scope, depth });
  const imported = scope.module.imports.get(name);
  return imported ? fromModule(imported, node, { ...scope, depth }) : unknown(node, scope);
}

function fromModule({ from, name }: Import, node: Node, scope: Scope): Static {
  const module = importedModule(scope.module, from);
  const exported = module?.exports.get(name);
  if (!module || exported === undefined) return unknown(node, scope);
  const inner = { ...scope, module };
  return typeof exported === "string" ? named(exported, node, inner) : evaluate(exported, inner);
}

/** `process.env.X`, in the spellings of the runtimes, or a name of an object that is known. */
function member(node: Node & { object: Node; property: Node; computed: boolean }, scope: Scope): Static {
  const name = keyOf(node.property, node.computed, scope);
  if (name === null) return unknown(node, scope);
  if (environments.has(textOf(node.object, scope))) return scope.variable(name);
  const object = evaluate(node.object, scope);
  if (isObject(object) && (Object.hasOwn(object, name) || !Object.hasOwn(object, "..."))) return object[name];
  return unknown(node, scope);
}

const environments: ReadonlySet<string> = new Set(["process.env", "import.meta.env", "Bun.env"]);

function call(node: Node & { callee: Node; arguments: readonly Node[] }, scope: Scope): Static {
  const args = node.arguments.flatMap((argument) => listed(argument, scope));
  const text = textOf(node.callee, scope);
  if (text === "Deno.env.get" && typeof args[0] === "string") return scope.variable(args[0]);
  if (text === "Number" || text === "parseInt") return isPlain(args[0]) ? Number(args[0]) : unknown(node, scope);
  if (text === "String") return isPlain(args[0]) ? String(args[0]) : unknown(node, scope);
  const { from, name } = calleeOf(node.callee, scope);
  return new Made(name, from, args);
}

/** Which function of which module is called: `createAuth`, `pg.Pool`, `express.Router`. */
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

function unknown(node: Node, scope: Scope, isFunction = false): Unknown {
  return new Unknown(textOf(node, scope).replace(/\s+/g, " "), isFunction);
}
