// The page's side of the API (docs/reference/studio.md).

export class ApiError extends Error {
  constructor(status, document) {
    super(document.error ?? `the server answered ${status}`);
    this.status = status;
    this.document = document;
  }
}

// method: 'GET', 'POST' or 'PUT'; parameters: of the query.
export async function api(method, path, parameters = {}, body = undefined) {
  const query = new URLSearchParams(parameters).toString();
  const response = await fetch(`/api/${path}${query ? `?${query}` : ''}`,
    {method, body, credentials: 'same-origin', cache: 'no-store'});
  const document = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, document);
  return document;
}

// Listens to the server, and tries again when it is gone. on: functions by the events' names, and
// connected(is_connected).
export function listen(on) {
  const names = ['queued', 'start', 'text', 'result', 'end', 'file', 'ready', 'trouble', 'stopped'];
  const begin = () => {
    const source = new EventSource('/api/events');
    for (const name of names) {
      source.addEventListener(name, (event) => on[name]?.(JSON.parse(event.data)));
    }
    source.addEventListener('open', () => on.connected(true));
    source.addEventListener('error', () => {
      source.close();
      on.connected(false);
      setTimeout(begin, 1500);
    });
  };
  begin();
}

export const $ = (id) => document.getElementById(id);

// A node with attributes, listeners ("onclick") and children, none of which are HTML.
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}
