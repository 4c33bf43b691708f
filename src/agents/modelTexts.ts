// The texts of people as Markdown that a language model reads, and can write back without changing anything else.
import type { MarkdownDocument } from '../richText/markdownDocument.ts';
import { plainName, visibleText } from '../std/displayName.ts';
import { ToolError } from './toolError.ts';
import { frameLines, frameMarkdown, htmlText, unframedMarkdown } from './untrustedText.ts';

/** Returns the name of the user with this id; undefined if it is not known. */
export type UserNames = (id: string) => string | undefined;

/** A text as lines for a model, each framed as text of other people. */
export interface ModelText {
  /** The Markdown of the text. */
  readonly lines: readonly string[];
  /** What the placeholders in the Markdown stand for. */
  readonly placeholderLines: readonly string[];
}

/** The pages of a result on which the model has read a description. */
interface ReadText {
  readonly html: string;
  readonly pages: ReadonlySet<number>;
  /** The last page with a line of the description. */
  readonly lastPage: number;
}

const MAX_READ_TEXTS = 500;
const PLACEHOLDER_NOTE =
  'Each ⟦…⟧ in the description stands for content that Markdown cannot express. Keep each of them once. Their text:';

export class ModelTexts {
  #readTexts: ReadonlyMap<string, ReadText> = new Map();

  /** Resolves with the HTML of Markdown that a model has written. Invisible characters are left out. */
  async toHtml(markdown: string): Promise<string> {
    const { markdownToHtml } = await import('../std/html/markdown.ts');
    // Again in the HTML, because entities in the Markdown can stand for hidden characters.
    return visibleText(markdownToHtml(visibleText(markdown)));
  }

  /** Resolves with the text for a model: as Markdown, or without formatting if Markdown cannot express the HTML. */
  async read(html: string | null | undefined, userName: UserNames): Promise<ModelText> {
    const document = await this.#document(html ?? '', userName);
    if (document === undefined) return { lines: frameLines(htmlText(html)), placeholderLines: [] };
    const contents = document.placeholders.filter(({ placeholder, content }) => !placeholder.includes(content));
    return {
      lines: frameMarkdown(document.markdown),
      placeholderLines:
        contents.length === 0
          ? []
          : [
              PLACEHOLDER_NOTE,
              ...contents.flatMap(({ placeholder, content }) => frameLines(`${placeholder} ${content}`)),
            ],
    };
  }

  /** Must be called when a page of a result with the description has been returned to the model. */
  reportRead(item: string, html: string, page: number, lastPage: number): void {
    const earlier = this.#readTexts.get(item);
    const pages = earlier?.html === html ? earlier.pages : new Set<number>();
    this.#remember(item, { html, pages: new Set([...pages, page]), lastPage });
  }

  /** Must be called when the model has replaced the description: it knows the text, unless that has placeholders. */
  async reportWritten(item: string, html: string): Promise<void> {
    const document = await this.#document(html, () => undefined);
    if (document?.placeholders.length === 0) this.#remember(item, { html, pages: new Set([1]), lastPage: 1 });
  }

  /**
   * Resolves with the HTML of a description in which the model's Markdown replaces that of `html`. Blocks that the
   * model has not changed keep their HTML.
   * @throws ToolError if the model has not read the whole description as it is now, or if content would be lost
   */
  async edited(item: string, html: string, written: string, userName: UserNames): Promise<string> {
    const problem = this.#unreadProblem(item, html);
    if (problem !== undefined && !isEmpty(html)) throw new ToolError(`Nothing was changed. ${problem}`);
    const document = await this.#document(html, userName);
    if (isEmpty(html) && (problem !== undefined || document?.markdown === '')) return this.toHtml(written);
    if (document === undefined)
      throw new ToolError(
        'Nothing was changed. The description contains HTML that would be lost as Markdown. Only the user can change it, on the page of the work item.',
      );
    const { alignLines } = await import('../richText/changedLines.ts');
    const result = document.toHtml(unframedMarkdown(written, document.markdown, alignLines), plainName);
    if ('problem' in result) throw new ToolError(`Nothing was changed. ${result.problem}`);
    return result.html;
  }

  /**
   * Resolves with the lines of the Markdown that differ between two descriptions, with the lines around them. Content
   * that Markdown cannot express, and that is only in the second description, is shown as HTML.
   */
  async changedLines(before: string, after: string, userName: UserNames): Promise<readonly string[]> {
    const { changedLines } = await import('../richText/changedLines.ts');
    const { createMarkdownDocument } = await import('../richText/markdownDocument.ts');
    const [first, second] = [before, after].map((html) => createMarkdownDocument(html, { userName }));
    if (first === undefined || second === undefined) return changedLines(htmlLines(before), htmlLines(after));
    const knownContents = new Set(first.placeholders.map(({ html }) => html));
    const newContents = second.placeholders.filter(({ html }) => !knownContents.has(html));
    return [
      ...changedLines(first.markdown, second.markdown),
      ...newContents.flatMap(({ placeholder, html }) => `${placeholder}: ${htmlLines(html)}`.trim().split('\n')),
    ];
  }

  #unreadProblem(item: string, html: string): string | undefined {
    const read = this.#readTexts.get(item);
    const advice = 'Call contrail_getWorkItem, and then write the whole description with your changes.';
    if (read === undefined) return `The work item has a description that you have not read. ${advice}`;
    if (read.html !== html) return `The description has changed since you read it. ${advice}`;
    const missingPage = Array.from({ length: read.lastPage }, (_, index) => index + 1).find(
      (page) => !read.pages.has(page),
    );
    return missingPage === undefined
      ? undefined
      : `You have not read the whole description: page ${missingPage} of contrail_getWorkItem is missing.`;
  }

  async #document(html: string, userName: UserNames): Promise<MarkdownDocument | undefined> {
    const { createMarkdownDocument } = await import('../richText/markdownDocument.ts');
    return createMarkdownDocument(html, { allowsAddress: isHarmlessAddress, userName });
  }

  #remember(item: string, text: ReadText): void {
    const others = [...this.#readTexts].filter(([key]) => key !== item).slice(1 - MAX_READ_TEXTS);
    this.#readTexts = new Map([...others, [item, text]]);
  }
}

/** Whether a link to the address runs nothing when a model repeats it and the user clicks it. */
function isHarmlessAddress(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href) && !/[[\]"'`|]/.test(href);
}

/** Returns HTML with each block on a line of its own. */
function htmlLines(html: string): string {
  return html.replace(/<\/(?:p|li|ul|ol|tr|table|h[1-6]|pre|blockquote|div)>/gi, '$&\n');
}

function isEmpty(html: string): boolean {
  return htmlText(html) === '' && !/<(?:img|image-component|mention-component|table|hr|input|iframe)\b/i.test(html);
}
