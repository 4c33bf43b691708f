// Creates the HTML of a contact sheet of screenshots: one section for each subject, with a row for each theme and a
// column for each width.
import type { Theme } from './settings.ts';
import { THEMES } from './themeStyles.ts';

/** A screenshot on the contact sheet. The path `file` is relative to the HTML file. */
export interface SheetPicture {
  /** The page, view or picker that the screenshot shows. */
  readonly subject: string;
  readonly theme: Theme;
  /** The width of the page in the screenshot, in CSS pixels. */
  readonly width: number;
  readonly file: string;
}

/** A page, view or picker of which no screenshot could be taken. */
export interface SheetFailure {
  readonly subject: string;
  readonly message: string;
}

const CSS = `
  body { margin: 24px; font-family: system-ui, sans-serif; color: #222; background: #ddd; }
  nav { columns: 4; }
  section > div { display: flex; align-items: flex-start; gap: 12px; margin-bottom: 12px; }
  figure { margin: 0; }
  figcaption { font-size: 12px; }
  img { display: block; border: 1px solid #999; }
  .failure { color: #a00; white-space: pre-wrap; }
`;

export function sheetHtml(pictures: readonly SheetPicture[], failures: readonly SheetFailure[]): string {
  const subjects = [...new Set(pictures.map(({ subject }) => subject))];
  const links = subjects.map((subject) => `<li><a href="#${idOf(subject)}">${escapeHtml(subject)}</a></li>`);
  const sections = subjects.map((subject) => {
    const rows = THEMES.map((theme) => {
      const shown = pictures.filter((picture) => picture.subject === subject && picture.theme === theme);
      return `<div>${shown.map(figure).join('')}</div>`;
    });
    return `<section id="${idOf(subject)}"><h2>${escapeHtml(subject)}</h2>${rows.join('')}</section>`;
  });
  const problems = failures.map(
    ({ subject, message }) => `<p class="failure">${escapeHtml(`${subject}: ${message}`)}</p>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contrail contact sheet</title><style>${CSS}</style>
${problems.join('\n')}<nav><ul>${links.join('')}</ul></nav>
${sections.join('\n')}</html>\n`;
}

function figure({ subject, theme, width, file }: SheetPicture): string {
  const caption = `${theme}, ${width} px`;
  const alt = escapeHtml(`${subject}, ${caption}`);
  return `<figure><figcaption>${caption}</figcaption><img loading="lazy" src="${encodeURI(file)}" alt="${alt}"></figure>`;
}

/** Returns the subject in a form for file names and anchors. */
export function idOf(subject: string): string {
  return subject
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
