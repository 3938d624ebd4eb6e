import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseXml } from "./document.ts";
import { admitXml } from "./gate.ts";

const accepted = [
  "<a/>",
  ' <a xmlns="urn:x" b="1" c=\'"\'> text &amp; &#x41; &#9; <b xmlns="urn:y"/></a > \n',
  '<?xml version="1.0" encoding="UTF-8"?>\n<a/>',
  "<a xmlns:p='urn:p'><p:b p:c='1' c='2'><p:b xmlns:p='urn:p'/></p:b></a>",
  '<a xml:lang="en">é 漢 😀</a>',
];

const rejected: readonly (readonly [string, string])[] = [
  ["nothing", ""],
  ["text only", "text"],
  ["an end tag that doesn't match", "<a><b></a></b>"],
  ["an end tag in another case", "<a></A>"],
  ["a missing end tag", "<a><b></b>"],
  ["two roots", "<a/><b/>"],
  ["text after the root", "<a/>x"],
  ["an attribute without quotes", "<a b=1/>"],
  ["an attribute without a value", "<a b/>"],
  ["< in an attribute", '<a b="<"/>'],
  ["attributes without a space between them", '<a b="1"c="2"/>'],
  ["an attribute twice", '<a b="1" b="2"/>'],
  ["an attribute twice, by two prefixes", '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>'],
  ["a prefix that isn't declared", "<p:a/>"],
  ["an attribute's prefix that isn't declared", '<a p:b="1"/>'],
  ["a prefix with two meanings", '<p:a xmlns:p="u"><b xmlns:p="v"/></p:a>'],
  ["a prefix that's taken back", '<a xmlns:p=""/>'],
  ["the prefix xml for something else", '<a xmlns:xml="urn:x"/>'],
  ["XML's namespace by another prefix", '<a xmlns:p="http://www.w3.org/XML/1998/namespace" p:id="x"/>'],
  ["an xml:id", '<a xml:id="x"/>'],
  ["an xml:base", '<a xml:base="http://x.test"/>'],
  ["an ID twice", '<a ID="x"><b ID="x"/></a>'],
  ["an ID twice, in another spelling", '<a ID="x"><b Id="x"/></a>'],
  ["an ID twice, with a prefix", '<a xmlns:p="u" ID="x"><b p:id="x"/></a>'],
  ["a DOCTYPE", "<!DOCTYPE a><a/>"],
  ["a comment", "<a><!-- --></a>"],
  ["a comment after the root", "<a/><!-- -->"],
  ["a CDATA section", "<a><![CDATA[x]]></a>"],
  ["a processing instruction", "<a><?x?></a>"],
  ["a second declaration", '<?xml version="1.0"?><?xml version="1.0"?><a/>'],
  ["XML 1.1", '<?xml version="1.1"?><a/>'],
  ["another encoding", '<?xml version="1.0" encoding="UTF-7"?><a/>'],
  ["an entity", "<a>&nbsp;</a>"],
  ["a lone ampersand", "<a>a & b</a>"],
  ["an entity in an attribute", '<a b="&x;"/>'],
  ["a reference to a control character", "<a>&#0;</a>"],
  ["a reference to half a character", "<a>&#xD800;</a>"],
  ["a reference beyond Unicode", "<a>&#x110000;</a>"],
  ["a control character", "<a>\u0001</a>"],
  ["a line separator", "<a>\u2028</a>"],
  ["a byte order mark", "\ufeff<a/>"],
  ["]]> in text", "<a>]]></a>"],
  ["too many levels", `${"<a>".repeat(40)}${"</a>".repeat(40)}`],
  ["too many elements", `<a>${"<b/>".repeat(3001)}</a>`],
  ["too many attributes", `<a ${Array.from({ length: 65 }, (_, index) => `b${index}=""`).join(" ")}/>`],
  ["too many attributes in all", `<a>${'<b c="" d="" e="" f=""/>'.repeat(2001)}</a>`],
  ["too many namespaces", `<a>${Array.from({ length: 65 }, (_, index) => `<b xmlns:c${index}="u"/>`).join("")}</a>`],
  ["too much text", `<a>${"x".repeat(262_144)}</a>`],
];

describe("admitXml", () => {
  test.each(accepted)("accepts %s", (xml) => {
    expect(parseXml(xml).root.localName).toBe("a");
  });

  test.each(rejected)("SAML-03: rejects %s", (_, xml) => {
    expect(() => parseXml(xml)).toThrow(expect.objectContaining({ code: "SAML_INVALID_XML" }));
  });

  test("only admits text that the parser reads without any problem, for random texts", () => {
    const piece = fc.constantFrom(
      ..."<>/=\"' &;!?-[]:ab\n".split(""),
      "<a>",
      "</a>",
      "<b x='1'>",
      "</b>",
      "<a/>",
      " x='1'",
      "&amp;",
      "&#65;",
      "<!--",
      "-->",
      'xmlns:p="u"',
      "<p:a",
      "]]>",
    );
    const documents = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
    let admitted = 0;
    fc.assert(
      fc.property(documents, (inner) => {
        const xml = `<a>${inner}</a>`;
        try {
          admitXml(xml);
        } catch {
          return;
        }
        admitted += 1;
        const complaints: string[] = [];
        const complain = (message: string) => void complaints.push(message);
        const errorHandler = { warning: complain, error: complain, fatalError: complain };
        const document = new DOMParser({ errorHandler }).parseFromString(xml, "text/xml");
        expect(complaints).toEqual([]);
        // Every tag of the text became an element, so nothing was skipped or added.
        expect(document.getElementsByTagName("*").length).toBe(xml.match(/<[a-z]/g)?.length);
      }),
      { numRuns: 3000 },
    );
    expect(admitted).toBeGreaterThan(50);
  });
});
