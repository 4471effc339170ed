export const answers = null as never;
