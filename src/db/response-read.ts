import type { ResponseFilter } from '../domain/response-input.ts';
import type { Prisma } from './generated/prisma/client.ts';

export function whereOf(filter: ResponseFilter): Prisma.ResponseWhereInput {
  const { questionId, recordedFrom, recordedTo, ...equal } = filter;
  const given = Object.entries(equal).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(questionId && { questionId: { in: questionId } }),
    ...((recordedFrom || recordedTo) && {
      recordedAt: {
        ...(recordedFrom && { gte: recordedFrom }),
        ...(recordedTo && { lt: recordedTo }),
      },
    }),
  };
}
