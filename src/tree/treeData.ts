// Owns what the trees are told from: everything that is known, in the form in which an outline asks for it.

import type { ItemAddress, RecordAddress } from '../cache/address.ts';
import type { ListKey } from '../cache/lists/listKey.ts';
import type { PagedListState } from '../cache/lists/pagedList.ts';
import type { ItemRecord, LabelRecord, StateRecord } from '../cache/record.ts';
import type { Fault } from '../client/apiError.ts';
import type { Customer } from '../contract/resources/customer.ts';
import type { CustomerProperty } from '../contract/resources/customerProperty.ts';
import type { CustomerRequest } from '../contract/resources/customerRequest.ts';
import type { Cycle } from '../contract/resources/cycle.ts';
import type { Initiative, InitiativeLabel } from '../contract/resources/initiative.ts';
import type { Module } from '../contract/resources/module.ts';
import type { Project } from '../contract/resources/project.ts';
import type { Teamspace } from '../contract/resources/teamspace.ts';
import type { User } from '../contract/resources/user.ts';
import type { WorkItem } from '../contract/resources/workItem.ts';
import type { ViewChoices } from './grouping/choices.ts';
import type { ItemRows } from './itemRows.ts';
import type { Node } from './node.ts';

/** What names the things that a work item refers to. */
export interface NameLookup {
  project(id: string): Project | undefined;
  item(address: ItemAddress): ItemRecord | undefined;
  state(project: string, id: string): StateRecord | undefined;
  label(project: string, id: string): LabelRecord | undefined;
  user(project: string, id: string): User | undefined;
}

/** An item that is remembered beyond a session: enough to name it without asking anybody. */
export interface RememberedItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

/** The signed-in person's own. */
export interface OwnItems {
  readonly me: string;
  /** Latest first. */
  readonly recents: readonly RememberedItem[];
  /** Latest first. */
  readonly pinned: readonly RememberedItem[];
}

/** Records beside projects and work items, as they are to be shown. */
export interface RecordLookup {
  initiative(id: string): Initiative | undefined;
  initiativeLabel(id: string): InitiativeLabel | undefined;
  epic(project: string, id: string): WorkItem | undefined;
  cycle(project: string, id: string): Cycle | undefined;
  module(project: string, id: string): Module | undefined;
  teamspace(id: string): Teamspace | undefined;
  customer(id: string): Customer | undefined;
  customerRequest(customer: string, id: string): CustomerRequest | undefined;
  customerProperty(id: string): CustomerProperty | undefined;
}

export interface TreeData extends NameLookup {
  readonly records: RecordLookup;
  readonly choices: ViewChoices;
  readonly mine: OwnItems;
  /** Why the server rejects the key or token; undefined while it does not. */
  readonly rejection: Fault | undefined;
  /** Whether the open folder says that it belongs to this project. */
  isBound(project: string): boolean;
  /** What a person is called; the id where nobody has said. */
  personName(project: string, id: string): string;
  type(project: string, id: string): { readonly name: string } | undefined;
  /** A project's states when all of them are known, in their order. */
  statesOf(project: string): readonly StateRecord[];
  listing(list: ListKey): PagedListState;
  /** Where an id of a list of epics or projects stands: an initiative's epics are of several projects. */
  placeOf(list: ListKey, id: string): RecordAddress | undefined;
  /** What has been read of a project's list, in the order that was chosen. */
  sorted(project: string): readonly ItemRecord[];
  /** Every work item that is known. */
  items(): Iterable<ItemRecord>;
  /** Rows of work items below a list's owner; the same object for as long as nothing has moved. */
  rowsOf(node: Node): ItemRows;
}
