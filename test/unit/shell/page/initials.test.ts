// @vitest-environment jsdom
// Tests the initials of users: their colors, and where they are shown.
import { describe, expect, it } from 'vitest';
import { field, model } from '../../features/recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../../features/recordPage/page/pageFixture.ts';

const NAMES = ['Ada Park', 'Bruno Keller', 'Chioma Obi', 'Dmitri Volkov', 'Elif Aydin', 'Fatima Noor', 'Goran Ilic'];
const choices = NAMES.map((name) => ({ id: name, label: name === 'Ada Park' ? `${name} (you)` : name, person: name }));

let mounted: MountedPage;

function initialsIn(selector: string) {
  return [...mounted.root.querySelectorAll<HTMLElement>(`${selector} .initials`)].map((element) => ({
    text: element.dataset['initials'],
    color: element.style.color,
    isHidden: element.getAttribute('aria-hidden'),
  }));
}

describe('The initials of a user', () => {
  it('have the same theme color in a comment, a chip and a list, and different users have several colors', async () => {
    const fields = [
      field('name', 'text', 'A name'),
      field('state', 'choice', 's', { choices: [{ id: 's', label: 'Todo', icon: 'unstarted' }] }),
      field('assignees', 'choices', NAMES, { label: 'Assignees', choices }),
    ];
    const comment = {
      id: 'c',
      author: 'You',
      ownName: 'Ada Park',
      createdAt: undefined,
      edited: false,
      access: undefined,
    };
    mounted = await mount(model({ fields, comments: { status: 'ready', items: [{ ...comment, html: '' }] } }));
    const [inComment] = initialsIn('.comment');
    expect(inComment).toMatchObject({ text: 'AP', isHidden: 'true' });
    expect(inComment?.color).toMatch(/^var\(--vscode-charts-(red|orange|yellow|green|blue|purple)\)$/);
    expect(initialsIn('[data-field=assignees]')[0]).toEqual(inComment);
    expect(initialsIn('[data-chip=assignees]').map(({ text }) => text)).toEqual(['AP', 'BK', 'CO']);
    await mounted.click('#field-assignees');
    expect(initialsIn('[role=option]')).toHaveLength(NAMES.length);
    expect(initialsIn('[role=option]')).toContainEqual(inComment);
    expect(new Set(initialsIn('[role=option]').map(({ color }) => color)).size).toBeGreaterThan(2);
  });
});
