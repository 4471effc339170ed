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
    DateTime: { Input: string; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
}

/** The one GraphQL schema. Files in this folder add to it when they are imported; schema.ts imports them all. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [PrismaPlugin, RelayPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: ({ database }) => database.prisma,
    dmmf: getDatamodel(),
    filterConnectionTotalCount: false,
  },
  relay: {
    // Ids are the same UUIDs as over REST, so nothing is packed into them; node(id) asks each table.
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: '', id }),
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The items of this page.' },
    edgesFieldOptions: {
      nullable: false,
      description: 'The items of this page with their cursors.',
    },
    nodeTypeOptions: { description: 'Anything that can be read by its id alone.' },
    idFieldOptions: { description: 'Unique among everything the service stores.' },
    pageInfoTypeOptions: { description: 'Where this page stands in the whole list.' },
    hasNextPageFieldOptions: { description: 'Whether more items follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether items come before.' },
    startCursorFieldOptions: { description: 'Cursor of the first item of the page.' },
    endCursorFieldOptions: { description: 'Cursor of the last item of the page.' },
    cursorFieldOptions: { description: 'Pass it as after or before to continue from here.' },
    nodeFieldOptions: { description: 'The item itself.', nullable: false },
    pageInfoFieldOptions: { description: 'Where this page stands in the whole list.' },
    firstArgOptions: { description: 'How many items, 1 to 100; 20 when nothing is said.' },
    afterArgOptions: { description: 'Start behind this cursor.' },
    lastArgOptions: { description: 'How many items, counted from the end of the list.' },
    beforeArgOptions: { description: 'End in front of this cursor.' },
  },
});

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({ description: 'Everything that can be changed.' });
