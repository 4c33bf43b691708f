// Reads the part of CHANGELOG.md about one version, which becomes the text of the release.

const HEADING = /^## (.+)$/gm;
const UNRELEASED = 'Unreleased';

interface Part {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the part about a version, without its heading `## 0.2.0 (2026-11-26)`.
 * @throws if the newest part is not that of the version, has no valid date or no text, or if changes are unreleased
 */
export function changelogPart(changelog: string, version: string): string {
  const [newest, ...older] = partsOf(changelog);
  if (newest?.title === UNRELEASED && newest.text !== '')
    throw new Error(
      older[0]?.title.startsWith(`${version} `) === true
        ? `CHANGELOG.md lists changes under “${UNRELEASED}” above those of ${version}. Raise the version in package.json, or move the changes to ${version} if it is not published.`
        : `CHANGELOG.md lists changes under “${UNRELEASED}”. Their heading must be “## ${version} (year-month-day)”.`,
    );
  const part = newest?.title === UNRELEASED ? older[0] : newest;
  const [, name, date = ''] = /^(\S+) \((.*)\)$/.exec(part?.title ?? '') ?? [];
  if (part === undefined || name !== version)
    throw new Error(
      `The newest part of CHANGELOG.md must be “## ${version} (year-month-day)”, not “${part?.title ?? ''}”.`,
    );
  if (!isDate(date)) throw new Error(`CHANGELOG.md has no date such as 2026-11-26 for ${version}: ${date}`);
  if (part.text === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return part.text;
}

function partsOf(changelog: string): Part[] {
  const headings = [...changelog.matchAll(HEADING)];
  return headings.map((heading, index) => ({
    title: (heading[1] ?? '').trim(),
    text: changelog.slice(heading.index + heading[0].length, headings[index + 1]?.index).trim(),
  }));
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
}
