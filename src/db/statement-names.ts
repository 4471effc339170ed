/**
 * One name for each SQL text, so that each connection prepares it once. Texts past the limit go
 * unnamed: a server keeps every named statement for as long as the connection lasts.
 */
export function createStatementNames(): (sql: string) => string {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= 500) return '';
    const name = `q${names.size}`;
    names.set(sql, name);
    return name;
  };
}
