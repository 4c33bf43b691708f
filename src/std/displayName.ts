// Removes characters from displayed text that are invisible or reorder the text around them.
// Text that is edited or sent is not changed.

/**
 * FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: text between these characters does not reorder the text around
 * them.
 */
const FSI = '\u2068';
const PDI = '\u2069';
/** Line breaks and control characters: C0, DEL, C1, LINE and PARAGRAPH SEPARATOR. */
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]+/gu;
const CONTROLS_EXCEPT_LINE_FEED_AND_TAB = /[^\P{Cc}\n\t]+|[\u2028\u2029]+/gu;
const ISOLATE_CHARACTERS = /[\u2068\u2069]/gu;
/**
 * Zero-width characters that can hide or reorder text: interlinear annotation marks, and all characters that Unicode
 * allows a font to ignore, for example direction controls. Does not match variation selectors, which change only the
 * look of a character. Does not match joiners, tags and isolates, which have separate patterns. Does not match a ZERO
 * WIDTH SPACE that `escapeCodicons` or `escapeLinks` has inserted.
 */
const INVISIBLE_CHARACTERS =
  /(?![\p{VS}\u200B-\u200D\u2068\u2069\u{E0000}-\u{E01EF}])\p{DI}|[\uFFF9-\uFFFB]|(?<![$\]])\u200B|\u200B(?!\()/gu;
/**
 * Tag characters. The first group matches an emoji flag that contains tag characters, for example the flag of Wales.
 */
const TAG_CHARACTERS = /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\u{E0000}-\u{E007F}]/gu;
/**
 * Zero-width joiners and non-joiners, except in emoji sequences and after letters of scripts that need them, for
 * example Arabic.
 */
const STRAY_JOINERS =
  /(?<!\p{Extended_Pictographic}|\uFE0F|\p{Emoji_Modifier}|(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\p{L}\p{M}])[\u200C\u200D]/gu;
/** A quick check: most text is printable ASCII and needs no replacement. */
const MAY_NEED_REPLACEMENT = /[^ -~\n\t]/;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns a name on one line and without invisible characters, for insertion into a commit message, a link or a file.
 */
export function plainName(name: string): string {
  return removeInvisible(name.replace(CONTROL_CHARACTERS, ' ')).replace(ISOLATE_CHARACTERS, '');
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
  if (!MAY_NEED_REPLACEMENT.test(text) && (keepLines || !/[\n\t]/.test(text))) return text;
  return withPairedIsolates(
    removeInvisible(text.replace(keepLines ? CONTROLS_EXCEPT_LINE_FEED_AND_TAB : CONTROL_CHARACTERS, ' ')),
  );
}

function removeInvisible(text: string): string {
  return text.replace(INVISIBLE_CHARACTERS, '').replace(TAG_CHARACTERS, '$1').replace(STRAY_JOINERS, '');
}

/**
 * Removes isolate characters that are not in a pair on the same line. If pairs are nested, removes all but the
 * innermost pair.
 */
function withPairedIsolates(text: string): string {
  return text.replace(/(\u2068[^\u2068\u2069\n]*\u2069)|[\u2068\u2069]/gu, '$1');
}
