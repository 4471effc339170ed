import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type PrismaTypes from '../db/generated/pothos.ts';
import { getDatamodel } from '../db/generated/pothos.ts';
import type { Context } from './context.ts';

export interface SchemaTypes {
  PrismaTypes: PrismaTypes;
  Context: Context;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: Date | string };
    JSON: { Input: unknown; Output: unknown };
  };
}

/** Files in this folder add to the schema when they are imported; schema.ts imports them all. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [PrismaPlugin, RelayPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: ({ database }) => database.prisma,
    dmmf: getDatamodel(),
    filterConnectionTotalCount: false,
  },
  relay: {
    // Ids are the same UUIDs as in REST, without an encoded type; node(id) looks in each table.
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: '', id }),
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: {
      description: 'The items of this page, without their cursors.',
      // The field that returns the page multiplies by its size.
      extensions: { length: 1 },
    },
    edgesFieldOptions: {
      nullable: false,
      description: 'The items of this page with their cursors.',
      extensions: { isPart: true },
    },
    nodeTypeOptions: { description: 'An object that can be read by `node(id)`.' },
    idFieldOptions: { description: 'Unique across all types.' },
    pageInfoTypeOptions: { description: 'Paging by cursors, as Relay defines it.' },
    hasNextPageFieldOptions: { description: 'Whether more items follow `endCursor`.' },
    hasPreviousPageFieldOptions: { description: 'Whether items precede `startCursor`.' },
    startCursorFieldOptions: { description: 'Pass it as `before` to read the previous page.' },
    endCursorFieldOptions: { description: 'Pass it as `after` to read the next page.' },
    cursorFieldOptions: {
      description: 'Pass it as `after` or `before` to continue from this item.',
    },
    nodeFieldOptions: { nullable: false },
    pageInfoFieldOptions: {
      description: 'Paging by cursors, as Relay defines it.',
      extensions: { isPart: true },
    },
    firstArgOptions: { description: 'Page size, 1 to 100; default 20.' },
    afterArgOptions: { description: 'Return items after this cursor.' },
    lastArgOptions: { description: 'Page size, counted from the end of the list; 1 to 100.' },
    beforeArgOptions: { description: 'Return items before this cursor.' },
  },
});

builder.queryType({ description: 'Read operations.' });
builder.mutationType({ description: 'Write operations.' });
