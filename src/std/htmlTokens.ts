// Splits HTML into tags and text in linear time. Does not use the parser of htmlparser2, which searches all open
// elements at each tag and takes quadratic time for nested elements.
import { Tokenizer } from 'htmlparser2';

/**
 * Callbacks for the tags and the text of the HTML, called in document order. Tag names are in lower case. There is no
 * call for a tag that the HTML omits, for example an omitted `</p>`.
 */
export interface HtmlCallbacks {
  /** `attributes` has the value of each attribute by its name in lower case. */
  readonly open: (tag: string, attributes: ReadonlyMap<string, string>) => void;
  readonly close: (tag: string) => void;
  /** Entities are decoded. Text between two tags may be split into several calls. */
  readonly text: (text: string) => void;
}

/** Calls the callbacks synchronously for all tags and all text of the HTML. */
export function tokenizeHtml(html: string, { open, close, text }: HtmlCallbacks): void {
  let [tag, attributeName, attributeValue] = ['', '', ''];
  let attributes = new Map<string, string>();
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attributeName = html.slice(start, end).toLowerCase();
        attributeValue = '';
      },
      onattribdata: (start, end) => {
        attributeValue += html.slice(start, end);
      },
      onattribentity: (code) => {
        attributeValue += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (!attributes.has(attributeName)) attributes.set(attributeName, attributeValue);
      },
      onopentagend: () => open(tag, attributes),
      onselfclosingtag: () => open(tag, attributes),
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (code) => text(String.fromCodePoint(code)),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
