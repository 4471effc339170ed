/** GraphQL and TypeScript use camelCase; REST, files and the database use snake_case. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts the keys of an object, one level deep. */
export function inSnakeCase(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toSnakeCase(key), item]));
}

/** 10,000 as in the descriptions of the schema: loading what `toLocaleString` needs takes 20 ms of each start. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** "1 question", "1,200 questions"; a verb may follow the noun: "question is", "questions are". */
export function formatCount(count: number, one: string, many: string): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

export function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
