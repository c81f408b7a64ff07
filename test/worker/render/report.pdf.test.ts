import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { PdfPool } from '../../../worker/render/pdf-pool';
import { type ReportData } from '../../../worker/render/report/report.data';
import { reportHtml } from '../../../worker/render/report/report.html';
import { pdfFonts, pdfInfo, pdfText } from './pdf.probe';
import { chromiumPath, ratedItem, reportSample, requirements } from './report.sample';

const pool = new PdfPool({ executablePath: chromiumPath });
afterAll(() => pool.close());

const print = (data: ReportData) => pool.render(reportHtml(data));
/** Without line breaks and without the direction marks that pdftotext adds to right-to-left text. */
const oneLine = (text: string) => text.replace(/[\u200e\u200f\u202a-\u202e]/g, '').replace(/\s+/g, ' ');
const textOf = async (data: ReportData) => oneLine(pdfText(await print(data)));

describe('the individual report', () => {
  test('is A4 portrait in Arial (Liberation Sans) with the subject as its title', async () => {
    const pdf = await print(reportSample());
    expect(pdfInfo(pdf)).toMatchObject({
      'Page size': expect.stringMatching(/^59[45]\S* x 84[12]\S* pts \(A4\)$/),
      Title: 'Individual evaluation report: Ana María González',
      Tagged: 'yes',
    });
    const fonts = pdfFonts(pdf);
    expect(fonts).toContain('LiberationSans');
    expect(fonts.filter((font) => !/^(LiberationSans|Arial)/.test(font))).toEqual([]);
  });

  test('prints a name in Chinese with a font that has it', async () => {
    const sample = reportSample();
    const fonts = pdfFonts(await print({ ...sample, subject: { ...sample.subject, name: '李小龍' } }));
    expect(fonts).toContainEqual(expect.stringMatching(/CJK|Fallback/));
  });

  test('shows header, overall score, scores by type and item, comments, requirements and footer', async () => {
    const text = await textOf(reportSample());
    for (const expected of [
      'Ana María González',
      'Senior Engineer · Platform · E-1042',
      'Annual review 2026',
      '12 Jan 2026 – 27 Feb 2026',
      '4.33 of 5',
      '1 Needs improvement',
      '5 Outstanding',
      'Peers 3.00 3 of 4 submitted',
      'Explains decisions clearly 4.00 5.00 3.13 4.50 4.34',
      'Manager Always prepared.',
      'Competency 8',
      'Generated 2 Mar 2026, 10:30 (Europe/Madrid)',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toMatch(/Partial|Stakeholder|Calibrated|Hidden/);
  });

  test('numbers every page and repeats the heading of the table of 60 items', async () => {
    const items = Array.from({ length: 60 }, (_, i) => ratedItem({ text: `Item number ${i + 1}` }));
    const pdf = await print(reportSample({ sections: [{ title: 'Everything', items }] }));
    const pages = pdfText(pdf).split('\f').slice(0, -1);
    expect(pages.length).toBe(Number(pdfInfo(pdf).Pages));
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((page, i) => expect(page).toContain(`Page ${i + 1} of ${pages.length}`));
    const withScores = pages.filter((page) => /Item number \d+ +4\.00 +5\.00/.test(page));
    expect(withScores.length).toBeGreaterThan(1);
    for (const page of withScores)
      expect(oneLine(page)).toMatch(/Item Self Manager Peer (Direct )?(report )?Average|Item Self Manager Peer/);
    const text = oneLine(pages.join(' '));
    for (let i = 1; i <= 60; i++) expect(text).toContain(`Item number ${i} 4.00`);
  });

  test('a calibrated report leads with the calibrated score and keeps the one before', async () => {
    const text = await textOf(reportSample({ calibrated: 4.5, effective: 4.5 }));
    expect(text).toContain('4.50 of 5');
    expect(text).toContain('Calibrated. Before calibration: 4.33');
  });

  test('an incomplete evaluation is marked as partial on every page', async () => {
    const items = Array.from({ length: 40 }, (_, i) => ratedItem({ text: `Item ${i}` }));
    const cycle = { name: 'Annual review 2026', startDate: null, endDate: null, status: CycleStatus.Open };
    const pdf = await print(reportSample({ partial: true, cycle, sections: [{ title: 'Everything', items }] }));
    const pages = pdfText(pdf).split('\f').slice(0, -1);
    expect(pages.length).toBeGreaterThan(2);
    expect(oneLine(pages[0]!)).toContain('Partial. The evaluation is not complete yet; scores may still change.');
    for (const page of pages) expect(page).toMatch(/partial/i);
  });

  test('of a cycle that is over it does not promise other scores', async () => {
    expect(await textOf(reportSample({ partial: true }))).toMatch(/Partial\. The evaluation is not complete\. /);
  });

  test('a hidden group shows a dash and the reason, whatever scores the data carry', async () => {
    const typeScores = reportSample().typeScores.map((score) =>
      score.type === EvaluatorType.Peer ? { ...score, score: 3.77, submitted: 2, hidden: true } : score,
    );
    const comments = [
      { type: EvaluatorType.Peer, text: 'Written by one of two peers.' },
      { type: EvaluatorType.Manager, text: 'Written by the manager.' },
    ];
    const sections = [
      {
        title: 'Collaboration',
        items: [ratedItem({ scores: { Self: 4, Manager: 5, Peer: 3.77, DirectReport: 4.5 }, comments })],
      },
    ];
    const text = await textOf(reportSample({ typeScores, sections }));
    expect(text).toContain('Explains decisions clearly 4.00 5.00 – 4.50 4.34');
    expect(text).toContain('Hidden to protect anonymity: fewer than 3 answers.');
    expect(text).toContain('Written by the manager.');
    expect(text).not.toMatch(/3\.77|one of two peers/);
  });

  test('stakeholders get a column when the cycle has some', async () => {
    const typeScores = [
      ...reportSample().typeScores,
      { type: EvaluatorType.Stakeholder, score: 2.5, participants: 3, submitted: 3, hidden: false },
    ];
    const sections = [
      { title: 'Collaboration', items: [ratedItem({ scores: { Self: 4, Manager: null, Stakeholder: 2.25 } })] },
    ];
    const text = await textOf(reportSample({ typeScores, sections }));
    expect(text).toContain('Stakeholders 2.50 3 of 3 submitted');
    expect(text).toContain('Explains decisions clearly 4.00 n/a n/a n/a 2.25 4.34');
    expect(text).toContain('n/a: no answers.');
  });

  test('without data the file has an empty body and the note', async () => {
    const note = 'There are no submitted answers.';
    const pdf = await print(
      reportSample({ note, overall: null, effective: null, typeScores: [], sections: [], radar: [] }),
    );
    expect(pdfInfo(pdf).Pages).toBe('1');
    const text = oneLine(pdfText(pdf));
    expect(text).toContain(note);
    expect(text).toContain('No score yet');
    expect(text).not.toMatch(/Scores by|Comments by|Job profile requirements/);
  });

  test('the language of the tenant: Spanish', async () => {
    const text = await textOf(reportSample({ locale: 'es', partial: true }));
    for (const expected of [
      'PARCIAL',
      'Puntuación global',
      'Colaboradores directos',
      'Comentarios por ítem',
      '12 ene 2026 – 27 feb 2026',
      'Explains decisions clearly 4,00 5,00 3,13 4,50 4,34',
      'Generado 2 mar 2026, 10:30 (Europe/Madrid)',
      'Página 1 de',
    ]) {
      expect(text).toContain(expected);
    }
  });

  test.each([0, 1, 2, 3, 12, 13, 30, 120])('a profile of %i requirements prints every one of them', async (count) => {
    const text = await textOf(reportSample({ radar: requirements(count) }));
    const printed = new Set(text.match(/Competency \d+/g) ?? []);
    expect(printed.size).toBe(count);
  });

  const odd: [string, string][] = [
    ['a word of 300 letters', 'W'.repeat(300)],
    ['right-to-left', 'القيادة والتواصل مع الفريق '.repeat(8)],
    ['right-to-left override', '\u202e reversed \u202d'],
    ['emoji and CJK', '😀👩‍👩‍👧‍👦 山田太郎の研究開発 '.repeat(8)],
    ['control characters and half a character', 'a\u0000b\u0007c\ud83dd\udc00e\ufffe'],
    ['a very long text', 'Lorem ipsum dolor sit amet. '.repeat(200)],
    ['nothing but blanks', ' \n\t '],
  ];
  test.each(odd)('text of users cannot break the layout: %s', async (_name, text) => {
    const item = ratedItem({ text, comments: [{ type: EvaluatorType.Peer, text }] });
    const data = reportSample({
      subject: { name: text, code: text, jobProfile: text, department: text },
      cycle: { ...reportSample().cycle, name: text },
      sections: [{ title: text, items: [item, ratedItem({ text: 'The last item' })] }],
      radar: requirements(5).map((requirement) => ({ ...requirement, requirement: text })),
    });
    const pdf = await print(data);
    expect(pdfInfo(pdf)['Page size']).toMatch(/A4/);
    const printed = oneLine(pdfText(pdf));
    expect(printed).toContain('The last item 4.00 5.00 3.13 4.50 4.34'); // the columns are where they belong
    expect(printed).toContain('Generated 2 Mar 2026, 10:30');
  });
});
