/** Reads documents that passed the gate. All code that reads messages uses these functions. */

import { DOMParser } from "@xmldom/xmldom";
import { reject } from "../errors.ts";
import { admitXml, type XmlLimits } from "./gate.ts";
import { namespaces } from "./namespaces.ts";

type Namespace = keyof typeof namespaces;

/** A document, and the text that it was parsed from. */
export interface XmlDocument {
  readonly root: Element;
  /** The text without the XML declaration. */
  readonly text: string;
}

/**
 * Parses a document.
 * @throws {SamlError} `SAML_INVALID_XML` as for {@link admitXml}, or if the parser reports any problem
 */
export function parseXml(document: string, limits?: XmlLimits): XmlDocument {
  const text = admitXml(document, limits);
  const complain = (message: string) => reject("SAML_INVALID_XML", message);
  const parser = new DOMParser({ errorHandler: { warning: complain, error: complain, fatalError: complain } });
  const { documentElement } = parser.parseFromString(text, "text/xml");
  return { root: documentElement ?? complain("it has no root element"), text };
}

/** Whether the element has this name. */
export function isElement(element: Element, namespace: Namespace, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespaces[namespace];
}

/** Returns the element's child elements. */
export function childElements(element: Element): readonly Element[] {
  return Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1);
}

/** Returns the child elements with this name. */
export function childrenOf(element: Element, namespace: Namespace, name: string): readonly Element[] {
  return childElements(element).filter((child) => isElement(child, namespace, name));
}

/**
 * Returns the only child with this name, or `undefined`.
 * @throws {SamlError} `SAML_INVALID_XML` if there are several
 */
export function optionalChild(element: Element, namespace: Namespace, name: string): Element | undefined {
  const [child, second] = childrenOf(element, namespace, name);
  if (second) reject("SAML_INVALID_XML", `two elements ${name}`);
  return child;
}

/** @throws {SamlError} `SAML_INVALID_XML` unless there is exactly one child with this name */
export function requiredChild(element: Element, namespace: Namespace, name: string): Element {
  return optionalChild(element, namespace, name) ?? reject("SAML_INVALID_XML", `no element ${name}`);
}

/** Returns all elements of a tree with this name, including the root. */
export function descendantsOf(element: Element, namespace: Namespace, name: string): readonly Element[] {
  const found: Element[] = [];
  const visit = (current: Element): void => {
    if (isElement(current, namespace, name)) found.push(current);
    for (const child of childElements(current)) visit(child);
  };
  visit(element);
  return found;
}

/** Returns an attribute without a prefix, or `undefined`. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}

/**
 * Returns an element's full text, including the spaces around it.
 * @throws {SamlError} `SAML_INVALID_XML` if it contains anything other than text
 */
export function textOf(element: Element): string {
  const nodes = Array.from(element.childNodes);
  if (nodes.some(({ nodeType }) => nodeType !== 3)) reject("SAML_INVALID_XML", `${element.localName} isn't text`);
  return nodes.map(({ nodeValue }) => nodeValue ?? "").join("");
}

/** Returns the text of an element that contains a URI or base64, without the spaces around it. */
export function trimmedText(element: Element): string {
  return textOf(element).trim();
}
