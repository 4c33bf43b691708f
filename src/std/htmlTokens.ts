// Splits HTML into tags and text in linear time. Does not use the parser of htmlparser2, which searches all open
// elements at each tag and takes quadratic time for nested elements.
import { Tokenizer } from 'htmlparser2';

/** Positions in the HTML: of the first character, and after the last one. */
export interface HtmlRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Callbacks for the tags and the text of the HTML, called in document order. Tag names are in lower case. There is no
 * call for a tag that the HTML omits, for example an omitted `</p>`.
 */
export interface HtmlCallbacks {
  /** `attributes` has the value of each attribute by its name in lower case. */
  readonly open: (
    tag: string,
    attributes: ReadonlyMap<string, string>,
    range: HtmlRange & { readonly isSelfClosing: boolean },
  ) => void;
  readonly close: (tag: string, range: HtmlRange) => void;
  /** Entities are decoded. Text between two tags may be split into several calls. */
  readonly text: (text: string, range: HtmlRange) => void;
  /** Called for a comment, a declaration, and anything else that is neither a tag nor text. */
  readonly other?: () => void;
}

/** Calls the callbacks synchronously for all tags and all text of the HTML. */
export function tokenizeHtml(html: string, { open, close, text, other = () => undefined }: HtmlCallbacks): void {
  let [tag, attributeName, attributeValue] = ['', '', ''];
  let attributes = new Map<string, string>();
  /** Where the last tag or text has ended: the tokenizer does not tell where an entity starts. */
  let position = 0;
  /** Returns the range of a token that begins with `start`. */
  const rangeTo = (end: number, start = position): HtmlRange => {
    position = end;
    return { start, end };
  };
  let tagStart = 0;
  const openTag = (lastCharacter: number, isSelfClosing: boolean): void =>
    open(tag, attributes, { ...rangeTo(lastCharacter + 1, tagStart), isSelfClosing });
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        tagStart = start - 1;
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
      onopentagend: (end) => openTag(end, false),
      onselfclosingtag: (end) => openTag(end, true),
      onclosetag: (start, end) => {
        const tagEnd = html.indexOf('>', end);
        close(html.slice(start, end).toLowerCase(), rangeTo(tagEnd === -1 ? html.length : tagEnd + 1, start - 2));
      },
      ontext: (start, end) => text(html.slice(start, end), rangeTo(end, start)),
      ontextentity: (code, end) => text(String.fromCodePoint(code), rangeTo(end)),
      oncdata: other,
      oncomment: other,
      ondeclaration: other,
      onprocessinginstruction: other,
      onend: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
