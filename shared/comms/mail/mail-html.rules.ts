/** Tags with an end tag that the body of an email may contain. */
const PAIRED = new Set(['p', 'strong', 'b', 'em', 'i', 'u', 'h1', 'h2', 'h3', 'ul', 'ol', 'li', 'a', 'blockquote']);
const VOID = new Set(['br', 'hr']);
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:\s+href="([^"<>]*)")?\s*\/?>/iy;
const WEB_LINK = /^(https?:\/\/|mailto:)[^\s{}]+$/i;
const VARIABLE_LINK = /^\{\{\s*(\w+)\s*\}\}$/;

/**
 * Returns why the HTML of a body is refused, or null. Allowed are plain tags without attributes, each closed, and
 * anchors whose `href` is a web address or one link variable; scripts, styles, images and comments are not.
 */
export function htmlProblem(html: string, linkVariables: ReadonlySet<string>): string | null {
  const open: string[] = [];
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    TAG.lastIndex = at;
    const [whole, slash, written = '', href] = TAG.exec(html) ?? [];
    const tag = written.toLowerCase();
    if (whole === undefined || !(PAIRED.has(tag) || VOID.has(tag)))
      return `“${html.slice(at, at + 20)}” begins no allowed tag: ${[...PAIRED, ...VOID].join(', ')}; write &lt; for the sign itself`;
    if (slash) {
      if (open.pop() !== tag) return `</${tag}> has no opening tag`;
      continue;
    }
    if (tag === 'a' ? !isAllowedLink(href, linkVariables) : href !== undefined)
      return tag === 'a' ? 'an anchor needs href="https://…" or href="{{link}}"' : `<${tag}> takes no attribute`;
    if (PAIRED.has(tag)) open.push(tag);
  }
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : null;
}

function isAllowedLink(href: string | undefined, linkVariables: ReadonlySet<string>): boolean {
  if (href === undefined) return false;
  const variable = VARIABLE_LINK.exec(href)?.[1];
  return variable === undefined ? WEB_LINK.test(href) : linkVariables.has(variable);
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Returns the plain text of a body that passed `htmlProblem`, with paragraphs, list items and links on lines of their own. */
export function htmlToText(html: string): string {
  const text = html
    .replace(/\s+/g, ' ')
    .replace(/<a href="([^"]*)"\s*>(.*?)<\/a>/gi, (_whole, href: string, label: string) => {
      const target = href.replace(/^mailto:/i, '');
      return label.trim() === target ? target : `${label}: ${target}`;
    })
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<hr\s*\/?>/gi, '\n--\n')
    .replace(/<li\s*>/gi, '\n- ')
    .replace(/<\/(p|h[1-3]|ul|ol|blockquote)\s*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '');
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Replaces the HTML entities of a body by their characters. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name = '') => {
      if (hex === undefined && decimal === undefined) return NAMED_ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Returns the body inside the frame of an email; `organization` is escaped already, `color` is an accent such as `#0f766e`. */
export function framedHtml(
  body: string,
  { language, organization, color }: Record<'language' | 'organization' | 'color', string>,
): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f4f5f7">
<div style="max-width:560px;margin:24px auto;padding:24px 32px;background:#ffffff;border-top:4px solid ${color};font:16px/1.5 Arial,sans-serif;color:#1f2933">
${body}
<p style="margin:32px 0 0;font-size:13px;color:#6b7785">${organization}</p>
</div>
</body>
</html>`;
}
