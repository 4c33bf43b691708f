// Owns the reasons why there is no git repository to work in, and the sentence for each. Pure.

export type Absence = 'noExtension' | 'off' | 'noFolder' | 'virtual' | 'bare' | 'noRepository';

const WORDS: Readonly<Record<Absence, string>> = {
  noExtension: 'VS Code’s git extension is not there or is disabled, so nothing can be done in git.',
  off: 'Git is switched off in VS Code’s settings, or is not installed, so nothing can be done in git.',
  noFolder: 'No folder is open in this window, so there is no git repository.',
  virtual: 'The folder of this window is not on a disk, so git cannot be used in it.',
  bare: 'The folder of this window is a bare git repository. It has no working files, so no branch can be checked out in it.',
  noRepository: 'The folder of this window is not in a git repository that VS Code has opened.',
};

export function absenceWords(absence: Absence): string {
  return WORDS[absence];
}
