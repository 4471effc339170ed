/** The path with its parameters; the others are the query string, where `name[]` keeps commas in values. */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const filled = path.replace(`{${name}}`, () => encodeURIComponent(String(value)));
    if (filled !== path) path = filled;
    else if (Array.isArray(value)) for (const item of value) search.append(`${name}[]`, item);
    else search.append(name, String(value));
  }
  const text = String(search);
  return text ? `${path}?${text}` : path;
}

/** What a response says: data, or a problem. */
export async function readResponse(response: Response): Promise<unknown> {
  const { ok, status } = response;
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  if (ok) return { ok, status, data: isJson ? await response.json() : undefined, response };
  const problem = isJson
    ? await response.json()
    : { status, title: response.statusText, detail: `The answer was ${status}.` };
  return { ok, status, problem };
}
