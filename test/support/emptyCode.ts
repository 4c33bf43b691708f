// The section Code of a page without content, for the tests of all other parts of the page.
import type { CodeView } from '../../src/shell/protocol/code.ts';

const NOT_LOADED = { status: 'notLoaded', rows: [] } as const;

export const EMPTY_CODE: CodeView = {
  isOpen: false,
  count: 0,
  offers: NOT_LOADED,
  places: NOT_LOADED,
  branches: NOT_LOADED,
  commits: NOT_LOADED,
  mentions: NOT_LOADED,
};
