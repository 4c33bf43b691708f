// A pseudo-language: it adds accents to each translated text, so that tests find texts that are not translated.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getL10nPseudoLocalized } from '@vscode/l10n-dev';
import type { Translations } from '../../src/std/displayLanguage.ts';
import { manifestTexts } from './manifest.ts';
import { messagesFile } from './messages.ts';
import type { DisplayLanguage } from './vscodeServer.ts';

const ID = 'qps-ploc';

/** Translates the messages of media/l10n/bundle.l10n.json, which `npm run messages` updates. */
export const pseudoLanguage: DisplayLanguage = {
  id: ID,
  async translate(extension) {
    const { l10n }: { readonly l10n: string } = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    const bundle = join(extension, l10n, `bundle.l10n.${ID}.json`);
    mkdirSync(dirname(bundle), { recursive: true });
    writeFileSync(bundle, JSON.stringify(pseudoTranslations().messages));
    writeFileSync(
      join(extension, `package.nls.${ID}.json`),
      JSON.stringify(getL10nPseudoLocalized({ ...manifestTexts() })),
    );
  },
};

/** Returns the messages of media/l10n/bundle.l10n.json in the pseudo-language. */
export function pseudoTranslations(): Translations {
  const translated = getL10nPseudoLocalized(JSON.parse(readFileSync(messagesFile, 'utf8')));
  const texts = Object.entries(translated).map(([key, text]) => [key, typeof text === 'string' ? text : text.message]);
  return { language: ID, messages: Object.fromEntries(texts) };
}

/** Returns the text of package.nls.json with this key in the pseudo-language. */
export function pseudoText(key: string): string {
  const text = manifestTexts()[key];
  if (text === undefined) throw new Error(`package.nls.json has no text ${key}`);
  return pseudoLocalized(text);
}

/** Returns a text, or the start of one, in the pseudo-language. Placeholders stay. */
export function pseudoLocalized(text: string): string {
  const { text: translated } = getL10nPseudoLocalized({ text });
  if (typeof translated !== 'string') throw new Error(`No pseudo-translation of ${text}`);
  return translated;
}

/** Returns the title that the command palette shows for a command in the pseudo-language. */
export function pseudoCommand(name: string): string {
  return `${pseudoText('command.category')}: ${pseudoText(`command.${name}.title`)}`;
}
