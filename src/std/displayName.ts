// Removes characters from displayed text that are invisible or reorder what is around them.
// Text that is edited or sent keeps them.

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: text between them does not reorder what is around them. */
const FSI = '\u2068';
const PDI = '\u2069';
/** Line breaks, and controls that are drawn as space or not at all: C0, DEL, C1, LINE and PARAGRAPH SEPARATOR. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const CONTROLS_IN_LINE = /[^\P{Cc}\n\t]+|[\u2028\u2029]+/gu;
const ISOLATES = /[\u2068\u2069]/gu;
/**
 * Characters without width that hide or mislead: those that Unicode allows a font to ignore, including direction
 * controls, and interlinear annotation marks. Variation selectors, joiners, tags and isolates have rules of their own.
 * ZERO WIDTH SPACE is kept where `escapeCodicons` and `escapeLinks` insert it.
 */
const INVISIBLE =
  /(?![\p{VS}\u200B-\u200D\u2068\u2069\u{E0000}-\u{E01EF}])\p{DI}|[\uFFF9-\uFFFB]|(?<![$\]])\u200B|\u200B(?!\()/gu;
/** Tag characters; the first group is a flag that is written with them, for example that of Wales. */
const TAGS = /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\u{E0000}-\u{E007F}]/gu;
/** Joiners are kept inside emoji sequences, and after letters of scripts that need them, as Arabic and Devanagari. */
const JOINERS =
  /(?<!\p{Extended_Pictographic}|\uFE0F|\p{Emoji_Modifier}|(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\p{L}\p{M}])[\u200C\u200D]/gu;
/** Quick check whether any replacement may be needed: most text is ASCII. */
const SUSPECT = /[^ -~\n\t]/;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Returns a name on one line, for insertion into other text: commit messages, links, files. */
export function plainName(name: string): string {
  return withoutInvisible(name.replace(CONTROLS, ' ')).replace(ISOLATES, '');
}

/**
 * Returns a name for display. A name with letters of a right-to-left script is isolated, so that it does not reorder
 * the text around it.
 */
export function displayName(name: string): string {
  return isolateText(plainName(name));
}

/** Isolates text with letters of a right-to-left script from what is around it. Isolated text is returned unchanged. */
export function isolateText(text: string): string {
  return RIGHT_TO_LEFT.test(text) && !text.includes(FSI) ? `${FSI}${text}${PDI}` : text;
}

/**
 * Returns text that may contain names from others for display: use it as the last step before a row, a message or a
 * page. Closed isolates are kept, because `displayName` creates them. With `keepLines`, line feeds and tabs are kept.
 */
export function displayText(text: string, { keepLines = false } = {}): string {
  if (!SUSPECT.test(text) && (keepLines || !/[\n\t]/.test(text))) return text;
  return balanced(withoutInvisible(text.replace(keepLines ? CONTROLS_IN_LINE : CONTROLS, ' ')));
}

function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(TAGS, '$1').replace(JOINERS, '');
}

/** Removes isolates that are not closed in their line, closings without an opening, and isolates around others. */
function balanced(text: string): string {
  return text.replace(/(\u2068[^\u2068\u2069\n]*\u2069)|[\u2068\u2069]/gu, '$1');
}
