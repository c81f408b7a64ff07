import { inkOn } from '../../kernel/contrast';
import { type Refusal, refusal } from '../../kernel/refusals/refusal';

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
export function htmlProblem(html: string, linkVariables: ReadonlySet<string>): Refusal | null {
  const open: string[] = [];
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    TAG.lastIndex = at;
    const [whole, slash, written = '', href] = TAG.exec(html) ?? [];
    const tag = written.toLowerCase();
    if (whole === undefined || !(PAIRED.has(tag) || VOID.has(tag)))
      return refusal('TAG_NOT_ALLOWED', { text: html.slice(at, at + 20), tags: [...PAIRED, ...VOID].join(', ') });
    if (slash) {
      if (open.pop() !== tag) return refusal('TAG_NOT_OPENED', { tag: `</${tag}>` });
      continue;
    }
    if (tag === 'a' ? !isAllowedLink(href, linkVariables) : href !== undefined)
      return tag === 'a' ? refusal('TAG_NEEDS_LINK') : refusal('TAG_TAKES_NO_ATTRIBUTE', { tag: `<${tag}>` });
    if (PAIRED.has(tag)) open.push(tag);
  }
  return open.length > 0 ? refusal('TAG_NOT_CLOSED', { tag: `<${open.at(-1)}>` }) : null;
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

interface Frame {
  language: string;
  /** Escaped already. */
  organization: string;
  /** The first line: what the service is for; escaped already. */
  purpose: string;
  /** An accent such as `#0f766e`. */
  color: string;
  /** Where recipients choose which emails they get, as a link below; null: they cannot turn this one off. */
  choice?: FooterLink | null;
}

/** A link at the end of an email; its text is escaped already. */
export interface FooterLink {
  text: string;
  address: string;
}

/** Returns the body inside the frame of an email, with the links that are a paragraph of their own as buttons. */
export function framedHtml(body: string, { language, organization, purpose, color, choice = null }: Frame): string {
  const link = choice ? ` · <a href="${choice.address}" style="color:#57606a">${choice.text}</a>` : '';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f4f5f7">
<div style="max-width:560px;margin:24px auto;padding:24px 32px;background:#ffffff;border-top:4px solid ${color};font:16px/1.5 Arial,sans-serif;color:#1f2933">
<p style="margin:0 0 24px;font-size:13px;color:#57606a">${purpose}</p>
${withButtons(body, color)}
<p style="margin:32px 0 0;font-size:13px;color:#57606a">${organization}${link}</p>
</div>
</body>
</html>`;
}

/** A link that is a paragraph of its own; emails show it as a button. */
export const LONE_LINK = /<p>\s*<a href="([^"]*)"\s*>([^<]*)<\/a>\s*<\/p>/gi;

function withButtons(body: string, color: string): string {
  const style = `display:inline-block;padding:10px 20px;border-radius:6px;background:${color};color:${inkOn(color)};font-weight:bold;text-decoration:none`;
  return body.replace(
    LONE_LINK,
    (_whole, href: string, label: string) =>
      `<p style="margin:24px 0"><a href="${href}" style="${style}">${label}</a></p>`,
  );
}
