// Owns reading HTML tag by tag. htmlparser2's parser looks through all open elements at each tag, so that nested ones take it quadratic time.
import { Tokenizer } from 'htmlparser2';

/** Receives what is in the HTML, in its order. Tags are in lower case, as they are written: none is opened or closed by implication. */
export interface HtmlTokens {
  /** `href` is the attribute of that name. */
  readonly open: (tag: string, href: string | undefined) => void;
  readonly close: (tag: string) => void;
  /** Without entities. One run of text may come in pieces. */
  readonly text: (text: string) => void;
}

/** Reads all of it, in time linear in its length. */
export function readHtml(html: string, { open, close, text }: HtmlTokens): void {
  let [tag, name, value] = ['', '', ''];
  let href: string | undefined;
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        href = undefined;
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
        if (name === 'href') href ??= value;
      },
      onopentagend: () => open(tag, href),
      onselfclosingtag: () => open(tag, href),
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
