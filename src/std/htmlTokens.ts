// Splits HTML into tags and text in linear time.
// The parser of htmlparser2 searches all open elements at each tag, so it takes quadratic time for nested elements.
import { Tokenizer } from 'htmlparser2';

/**
 * Callbacks for the parts of the HTML, in their order. Names of tags are in lower case. Tags that the HTML leaves out
 * are not reported, for example a missing `</p>`.
 */
export interface HtmlCallbacks {
  /** `attributes` has the values by the attributes' names in lower case. */
  readonly open: (tag: string, attributes: ReadonlyMap<string, string>) => void;
  readonly close: (tag: string) => void;
  /** Entities are decoded. Text without tags in between may be reported in several pieces. */
  readonly text: (text: string) => void;
}

/** Calls the callbacks for all tags and text of the HTML before it returns. */
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
