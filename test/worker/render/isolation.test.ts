import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { PdfPool } from '../../../worker/render/pdf-pool';
import { type ReportData } from '../../../worker/render/report/report.data';
import { reportHtml } from '../../../worker/render/report/report.html';
import { pdfText } from './pdf.probe';
import { chromiumPath, ratedItem, reportSample } from './report.sample';

const SECRET = 'the-content-of-a-file-of-the-server';
const folder = mkdtempSync(join(tmpdir(), 'render-isolation-'));
const secretFile = join(folder, 'secret.txt');
const pool = new PdfPool({ executablePath: chromiumPath });
const hits: string[] = [];
let server: Server;
let canary: string;

beforeAll(async () => {
  writeFileSync(secretFile, SECRET);
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end('<p>canary</p>');
  });
  server.on('upgrade', (request, socket) => {
    hits.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  canary = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await pool.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const vectors: [string, (url: string) => string][] = [
  ['image', (url) => `<img src="${url}/img">`],
  ['image set', (url) => `<img srcset="${url}/srcset 2x">`],
  ['image error handler', (url) => `<img src=x onerror="fetch('${url}/onerror')">`],
  ['script', (url) => `<script src="${url}/script"></script>`],
  [
    'inline script',
    (url) =>
      `<script>fetch('${url}/fetch');new WebSocket('${url.replace('http', 'ws')}/ws');document.write('RAN')</script>`,
  ],
  ['module script', (url) => `<script type="module">import '${url}/module'</script>`],
  ['frame', (url) => `<iframe src="${url}/iframe"></iframe>`],
  ['frame of a file', () => `<iframe src="file://${secretFile}"></iframe>`],
  ['frame with a document', (url) => `<iframe srcdoc="<img src='${url}/srcdoc'>"></iframe>`],
  ['object', (url) => `<object data="${url}/object"></object>`],
  ['object of a file', () => `<object data="file://${secretFile}"></object>`],
  ['embed', (url) => `<embed src="${url}/embed">`],
  ['style sheet', (url) => `<link rel="stylesheet" href="${url}/link">`],
  ['style sheet of a file', () => `<link rel="stylesheet" href="file://${secretFile}">`],
  ['css url', (url) => `<p style="background:url(${url}/css)">x</p>`],
  [
    'css import',
    (url) => `<style>@import '${url}/import';@font-face{font-family:f;src:url(${url}/font)}p{font-family:f}</style>`,
  ],
  ['meta refresh', (url) => `<meta http-equiv="refresh" content="0;url=${url}/refresh">`],
  ['prefetch', (url) => `<link rel="prefetch" href="${url}/prefetch"><link rel="dns-prefetch" href="${url}">`],
  [
    'preload and preconnect',
    (url) => `<link rel="preload" as="image" href="${url}/preload"><link rel="preconnect" href="${url}">`,
  ],
  ['base', (url) => `<base href="${url}/"><img src="base">`],
  ['svg image', (url) => `<svg><image href="${url}/svg"/><use href="${url}/use#a"/></svg>`],
  ['svg script', (url) => `<svg onload="fetch('${url}/svgload')"><script href="${url}/svgscript"/></svg>`],
  [
    'video and audio',
    (url) =>
      `<video src="${url}/video" poster="${url}/poster" autoplay></video><audio src="${url}/audio" autoplay></audio>`,
  ],
  ['form', (url) => `<form action="${url}/form"><input autofocus onfocus="this.form.submit()"></form>`],
  ['end of the style element', (url) => `</style><img src="${url}/style">`],
  ['end of a css string', (url) => `"; } @page { background: url(${url}/page) } p { content: "`],
  ['template expressions', () => '{{constructor.constructor "return process"}} {{{styles}}} {{> partial}}'],
];

/** One of each language that a report is written in: HTML, CSS, templates. */
const OF_EACH_PLACE = new Set(['script', 'end of the style element', 'end of a css string', 'template expressions']);
const LEAVING = new Set(['inline script', 'meta refresh', 'base', 'form']);

/** The text wherever a user may have put one. */
function everywhere(text: string): ReportData {
  return reportSample({
    subject: { name: text, code: text, jobProfile: text, department: text },
    cycle: { name: text, startDate: '2026-01-12', endDate: '2026-02-27', status: CycleStatus.Closed },
    scale: { min: 1, max: 5, labels: [text, 'b', 'c', 'd', text] },
    sections: [{ title: text, items: [ratedItem({ text, comments: [{ type: EvaluatorType.Peer, text }] })] }],
    radar: Array.from({ length: 4 }, () => ({ requirement: text, required: 3, current: 2, isCritical: true })),
    note: text,
    partial: true,
  });
}

const withoutBlanks = (text: string) => text.replace(/[\s\u200e\u200f\u202a-\u202e]+/g, '');

describe('reliability M11, M12: what users write reaches no network and no file', () => {
  test('the canary hears a request', async () => {
    await fetch(`${canary}/self-test`);
    expect(hits.splice(0)).toEqual(['/self-test']);
  });

  test('in a report all of it is printed as it was written', async () => {
    const texts = vectors.map(([, vector]) => vector(canary));
    const comments = texts.map((text) => ({ type: EvaluatorType.Peer, text }));
    const sections = [{ title: 'Section', items: [ratedItem({ text: 'Item', comments })] }];
    const printed = withoutBlanks(pdfText(await pool.render(reportHtml(reportSample({ sections })))));
    expect(texts.filter((text) => !printed.includes(withoutBlanks(text)))).toEqual([]);
    expect(printed).not.toContain(SECRET);
    expect(hits).toEqual([]);
  });

  test.each(vectors.filter(([name]) => OF_EACH_PLACE.has(name)))(
    'in every place of a report it is printed as it was written: %s',
    async (_name, vector) => {
      const text = vector(canary);
      const printed = withoutBlanks(pdfText(await pool.render(reportHtml(everywhere(text)))));
      // name, facts, cycle, labels, note, section, item, comment ...
      expect(printed.split(withoutBlanks(text)).length - 1).toBeGreaterThanOrEqual(6);
      expect(hits).toEqual([]);
    },
  );

  /** What leaves the document would keep the rest of it from being seen. */
  const leaving = vectors.filter(([name]) => LEAVING.has(name));
  const staying = vectors.filter(([name]) => !LEAVING.has(name));
  test.each([
    ...leaving,
    ['everything else', (url: string) => staying.map(([, vector]) => vector(url)).join('\n')] as const,
  ])('even as real HTML it finds the browser closed: %s', async (_name, vector) => {
    const printed = pdfText(await pool.render(`<!doctype html><body>${vector(canary)}<p>the end</p></body>`));
    expect(printed).toContain('the end');
    expect(printed).not.toContain(SECRET);
    expect(printed).not.toContain('canary');
    expect(printed).not.toContain('RAN');
    expect(hits).toEqual([]);
  });

  test('one document leaves nothing behind for the next', async () => {
    await pool.render(`<meta http-equiv="refresh" content="0;url=${canary}/late"><p>first</p>`);
    expect(pdfText(await pool.render('<p>second</p>')).trim()).toBe('second');
    await pool.close(); // whatever was still on its way has had its chance
    expect(hits).toEqual([]);
  });
});
