// Owns the picking of a parent: what is known first, then what the server finds; never the item itself or what stands below it.
import * as vscode from 'vscode';
import { findItems } from '../../editor/findItems.ts';
import { type Change, isBelow } from '../../store/change.ts';
import { plain } from '../plain.ts';
import { type Picking, presentIn, rowLooks } from './choices.ts';
import { pickRow, type Row, sentenceRow } from './pick.ts';

export async function pickParent({ title, session, addresses }: Picking): Promise<Change | undefined> {
  const [first] = addresses;
  if (first === undefined) return undefined;
  const { store } = session;
  const present = presentIn(session, addresses, 'parent');
  const clear: Row<string | null>[] =
    present === null ? [] : [{ label: 'No Parent', value: null, iconPath: new vscode.ThemeIcon('circle-slash') }];
  const search = async (text: string): Promise<readonly Row<string | null>[]> => {
    const found = await findItems(store, text, { project: first.project, except: first.id });
    const fitting = found.filter(({ id }) => !addresses.some((one) => isBelow(store, { ...one, id }, one)));
    const rows = fitting.map(({ id, label, detail = '' }) => ({
      label: plain(`${detail}  ${label}`.trim()),
      value: id,
      alwaysShow: true,
      ...rowLooks(present === id, { id: 'type-hierarchy-super' }),
    }));
    const none = sentenceRow(
      text === '' ? 'Type words of the parent’s name, or its number' : `No work item of this project is found by “${text}”.`,
    );
    return rows.length > 0 ? rows : [none];
  };
  const known = await search('');
  const chosen = await pickRow<string | null>({
    title,
    placeholder: 'Type an identifier such as PROJ-123, or words of the name',
    rows: (text) => (text.trim() === '' ? [...clear, ...known] : known.map((row) => ({ ...row, alwaysShow: false }))),
    search,
  });
  return chosen === undefined ? undefined : { field: 'parent', value: chosen.value };
}
