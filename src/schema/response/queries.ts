import { whereOf } from '../../db/response-read.ts';
import { responseFilter } from '../../domain/response-input.ts';
import { builder } from '../builder.ts';
import { listById } from '../list-by-id.ts';
import { offsetArgument, readListArguments } from '../page.ts';
import { ResponseFilterInput } from './inputs.ts';
import { ResponseRef } from './type.ts';

builder.queryFields((t) => ({
  responses: t.connection(
    {
      type: ResponseRef,
      nullable: true,
      description: 'Recorded responses that match the filter, in the order they were stored.',
      extensions: { access: 'responses:read' },
      args: {
        filter: t.arg({ type: ResponseFilterInput, description: 'Default: all responses.' }),
        offset: offsetArgument(t),
      },
      resolve: (_root, { filter, ...paging }, { database, reads }) => {
        reads.other();
        const where = whereOf(readListArguments(responseFilter, filter, paging).filter);
        const { response } = database.prisma;
        return listById(
          paging,
          ({ where: range, ...rest }) =>
            response.findMany({ where: { AND: [where, range] }, ...rest }),
          () => response.count({ where }),
        );
      },
    },
    { name: 'ResponseConnection', description: 'A page of responses.' },
    { name: 'ResponseEdge', description: 'A response and its cursor.' },
  ),
}));
