// Removes characters from text that are hidden or reorder the text around them: text that is shown, that a model reads
// or writes, and that is logged. Text that a user edits is not changed.
import { withoutHiddenCharacters } from './unicode/hiddenCharacters.ts';
import { lazyPattern } from './unicode/lazy.ts';

/**
 * FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: text between these characters does not reorder the text around
 * them.
 */
const FSI = '\u2068';
const PDI = '\u2069';
const ISOLATE_CHARACTERS = /[\u2068\u2069]/u;
/** Line breaks and control characters: C0, DEL, C1, LINE and PARAGRAPH SEPARATOR. */
const CONTROL_CHARACTERS = lazyPattern(String.raw`[\p{Cc}\u2028\u2029]+`, 'gu');
const CONTROLS_EXCEPT_LINE_FEED_AND_TAB = lazyPattern(String.raw`[^\P{Cc}\n\t]+|[\u2028\u2029]+`, 'gu');
const SPACE_BEFORE_LINE_END = /(?<![ \t])[ \t]+$/gm;
/** A quick check: most text is printable ASCII and needs no replacement. */
const MAY_NEED_REPLACEMENT = /[^ -~\n\t]/;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Returns a name on one line and without hidden characters, for insertion into a commit message, a link or a file. */
export function plainName(name: string): string {
  return mayNeedReplacement(name, false) ? withoutHiddenCharacters(withoutControls(name, false)) : name;
}

/**
 * Returns a text of several lines that a model reads or writes, without hidden characters. At the end of a line, only
 * the two spaces that break a line in Markdown are kept. Unlike `displayText`, removes all isolate characters.
 */
export function visibleText(text: string): string {
  const lines = withoutControls(text.replace(/\r\n?/g, '\n'), true);
  return withoutHiddenCharacters(lines).replace(SPACE_BEFORE_LINE_END, (space) => (/^ {2,}$/.test(space) ? '  ' : ''));
}

/**
 * Returns a name for display. A name with letters of a right-to-left script is isolated, so that it does not reorder
 * the text around it.
 */
export function displayName(name: string): string {
  return isolateText(plainName(name));
}

/**
 * If the text contains letters of a right-to-left script, returns the whole text between isolate characters, so that it
 * does not reorder the text around it. Any other text, and text that is already isolated, is returned unchanged.
 */
export function isolateText(text: string): string {
  return RIGHT_TO_LEFT.test(text) && !text.includes(FSI) ? `${FSI}${text}${PDI}` : text;
}

/**
 * Returns text for display that may contain names from other users: use it as the last step before text is shown in a
 * tree, a message or a page. Does not remove pairs of isolate characters, because `displayName` adds them. With
 * `keepLines`, does not remove line feeds and tabs.
 */
export function displayText(text: string, { keepLines = false } = {}): string {
  if (!mayNeedReplacement(text, keepLines)) return text;
  const shownText = withoutControls(text, keepLines);
  if (!ISOLATE_CHARACTERS.test(shownText)) return withoutHiddenCharacters(shownText);
  return withPairedIsolates(withoutHiddenCharacters(withPairedIsolates(shownText), { keepsIsolates: true }));
}

function mayNeedReplacement(text: string, keepLines: boolean): boolean {
  return MAY_NEED_REPLACEMENT.test(text) || (!keepLines && /[\n\t]/.test(text));
}

function withoutControls(text: string, keepLines: boolean): string {
  return text.replace(keepLines ? CONTROLS_EXCEPT_LINE_FEED_AND_TAB() : CONTROL_CHARACTERS(), ' ');
}

/**
 * Removes isolate characters that are not in a pair on the same line around letters of a right-to-left script. If pairs
 * are nested, removes all but the innermost pair.
 */
function withPairedIsolates(text: string): string {
  return text.replace(
    /\u2068([^\u2068\u2069\n]*)\u2069|[\u2068\u2069]/gu,
    (pair: string, content: string | undefined) =>
      content !== undefined && RIGHT_TO_LEFT.test(content) ? pair : (content ?? ''),
  );
}
