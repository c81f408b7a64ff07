/** Says a message in another language; one that the catalog lacks stays as it is. */
export type Translate = (message: string) => string;

interface Pattern {
  matches: RegExp;
  /** The numbers of the placeholders in the order in which they stand. */
  names: readonly string[];
  text: string;
}

const PLACEHOLDER = /\{(\d)\}/g;
/** Reports of imports name several problems of a row in one message. */
const SEVERAL = '; ';

/** Translates by a catalog of messages, whose `{0}`, `{1}` stand for what differs from one message to the next. */
export function messageTranslator(catalog: Readonly<Record<string, string>>): Translate {
  const patterns = Object.entries(catalog)
    .filter(([message]) => message.search(PLACEHOLDER) >= 0)
    // What says more words of its own is the closer match.
    .sort(([a], [b]) => b.replace(PLACEHOLDER, '').length - a.replace(PLACEHOLDER, '').length)
    .map(([message, text]) => patternOf(message, text));
  const single = (message: string): string | undefined => {
    if (Object.hasOwn(catalog, message)) return catalog[message];
    for (const { matches, names, text } of patterns) {
      const found = matches.exec(message);
      if (!found) continue;
      const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']));
      return text.replace(PLACEHOLDER, (_whole, name: string) => values.get(name) ?? '');
    }
    return undefined;
  };
  return (message) =>
    single(message) ??
    message
      .split(SEVERAL)
      .map((part) => single(part) ?? part)
      .join(SEVERAL);
}

function patternOf(message: string, text: string): Pattern {
  const names = [...message.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const source = message
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '(.+?)'))
    .join('');
  return { matches: new RegExp(`^${source}$`, 's'), names, text };
}
