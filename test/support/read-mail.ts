/** A mail as a reader shows it. */
export interface ReceivedMail {
  raw: string;
  /** By lower-case name, unfolded and decoded. */
  headers: Map<string, string>;
  /** How often each header came, by lower-case name. */
  headerCount: Map<string, number>;
  text: string;
  html: string;
}

/** Reads the source of a mail: headers with encoded words, and the parts of multipart/alternative. */
export function readMail(raw: string): ReceivedMail {
  const { headers, headerCount, body } = split(raw);
  const parts = partsOf(headers, body);
  const ofType = (type: string): string => parts.find((part) => part.type === type)?.content ?? '';
  return { raw, headers, headerCount, text: ofType('text/plain'), html: ofType('text/html') };
}

function split(raw: string): Pick<ReceivedMail, 'headers' | 'headerCount'> & { body: string } {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const headers = new Map<string, string>();
  const headerCount = new Map<string, number>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    headers.set(name, decodeWords(line.slice(line.indexOf(':') + 1).trim()));
    headerCount.set(name, (headerCount.get(name) ?? 0) + 1);
  }
  return { headers, headerCount, body: rest.join('\r\n\r\n') };
}

function partsOf(headers: Map<string, string>, body: string): { type: string; content: string }[] {
  const contentType = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) {
    const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '';
    return [{ type: contentType.split(';')[0] ?? '', content: decodeBody(body, encoding) }];
  }
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const inner = split(part.replace(/^\r?\n/, ''));
      return partsOf(inner.headers, inner.body);
    });
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  return unquote(body.replace(/=\r?\n/g, ''));
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (encoded) =>
      Buffer.concat(
        [...encoded.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind = '', content = '']) =>
          kind.toLowerCase() === 'b'
            ? Buffer.from(content, 'base64')
            : Buffer.from(unquote(content.replace(/_/g, ' ')), 'utf8'),
        ),
      ).toString('utf8'),
    );
}
