// Tests that the README in the .vsix has no broken images or links.
import { readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { packagedReadme } from '../../src/build/readme.ts';
import { packageFile } from '../support/setup/paths.mjs';
import { entriesOf, textOf } from './zip.ts';

interface Targets {
  readonly links: readonly string[];
  readonly imageUrls: readonly string[];
}

function linkTargets(markdown: string): Targets {
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {}).flatMap(({ children }) => children ?? []);
  const attributes = (type: string, name: string): string[] =>
    tokens.flatMap((token) => (token.type === type ? [String(token.attrGet(name))] : []));
  return { links: attributes('link_open', 'href'), imageUrls: attributes('image', 'src') };
}

const isAbsolute = (target: string): boolean => /^(?:https:|mailto:)/.test(target);

describe('The README in the .vsix', () => {
  const zip = readFileSync(packageFile);
  const { links, imageUrls } = linkTargets(textOf(zip, 'extension/readme.md'));

  it('has only links that are absolute or lead to a file in the .vsix', () => {
    const files = new Set(entriesOf(zip));
    expect(links.some((link) => link.includes('LICENSE'))).toBe(true);
    expect(links.filter((link) => !isAbsolute(link) && !files.has(`extension/${link}`))).toEqual([]);
  });

  it("has only images with https URLs, which VS Code's extension page loads", () => {
    expect(imageUrls.filter((url) => !url.startsWith('https:'))).toEqual([]);
  });
});

describe('packagedReadme', () => {
  it('removes relative images, the section that needs a clone, and links to files of the repository', () => {
    const readme =
      '# A\n\n[SECURITY.md](SECURITY.md) lists it.\n\n![A picture](media/a.png)\n\n![A badge](https://a.example/b.png)\n\n## Contributing\n\n[Layers](src/README.md)\n\n## License\n\n[MIT](LICENSE)\n';
    expect(packagedReadme(readme)).toBe(
      '# A\n\nSECURITY.md lists it.\n\n![A badge](https://a.example/b.png)\n\n## License\n\n[MIT](LICENSE.txt)\n',
    );
  });
});
