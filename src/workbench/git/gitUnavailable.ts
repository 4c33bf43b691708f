// The reasons why there is no git repository to use, and a message for each. Pure.

export type GitUnavailable = 'noExtension' | 'off' | 'noFolder' | 'virtual' | 'bare' | 'noRepository';

const WORDS: Readonly<Record<GitUnavailable, string>> = {
  noExtension: 'VS Code’s git extension is missing or disabled.',
  off: 'Git is switched off in VS Code, or not installed.',
  noFolder: 'No folder with a git repository is open in this window.',
  virtual: 'Git cannot be used in a folder that is not on a disk.',
  bare: 'This is a bare git repository: nothing can be checked out in it.',
  noRepository: 'VS Code has opened no git repository in this window.',
};

export function gitUnavailableText(absence: GitUnavailable): string {
  return WORDS[absence];
}
