// Reads HTML tag by tag in linear time.
// htmlparser2's parser searches all open elements at each tag, so nested elements take it quadratic time.
import { Tokenizer } from 'htmlparser2';

/**
 * Receives the parts of the HTML in their order. Tags are in lower case, and reported as written: none is opened or
 * closed by implication.
 */
export interface HtmlTokens {
  /** `attributes` by their names in lower case. */
  readonly open: (tag: string, attributes: ReadonlyMap<string, string>) => void;
  readonly close: (tag: string) => void;
  /** Entities are decoded. One run of text may be reported in several pieces. */
  readonly text: (text: string) => void;
}

/** Reads all of the HTML, in time linear in its length. */
export function readHtml(html: string, { open, close, text }: HtmlTokens): void {
  let [tag, name, value] = ['', '', ''];
  let attributes = new Map<string, string>();
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname: (start, end) => {
        name = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribentity: (code) => {
        value += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (!attributes.has(name)) attributes.set(name, value);
      },
      onopentagend: () => open(tag, attributes),
      onselfclosingtag: () => open(tag, attributes),
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (code) => text(String.fromCodePoint(code)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
