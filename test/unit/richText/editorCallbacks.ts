// What an editor without a page around it calls.
import type { HtmlEditorCallbacks } from '../../../src/shell/page/richText/htmlEditor.ts';

export const NO_CALLBACKS: Omit<HtmlEditorCallbacks, 'onChange'> = {
  onSubmit: undefined,
  onOpenLink: () => undefined,
  onUpdate: () => undefined,
  nameOf: () => undefined,
  lineLinks: () => new Map(),
  onMentionKey: () => false,
  showPicture: undefined,
  attach: undefined,
  filesIn: () => [],
};
