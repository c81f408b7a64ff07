import fc from 'fast-check';
import { streamWorkbook, textStyle, textValue } from '../../../worker/render/workbook';
import { bytesOf, readWorkbook } from './workbook.probe';

// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const withoutUnprintable = (text: string) => text.replace(UNPRINTABLE, '');

/** The texts as they read back from a column of cells. */
async function roundTrip(texts: string[]): Promise<unknown[]> {
  const style = textStyle();
  const bytes = await bytesOf((destination) =>
    streamWorkbook(destination, async (workbook) => {
      const sheet = workbook.addWorksheet('Texts');
      for (const text of texts) {
        const row = sheet.addRow([textValue(text)]);
        row.getCell(1).style = style;
        await workbook.commitRow(row);
      }
    }),
  );
  const sheet = (await readWorkbook(bytes)).worksheets[0]!;
  return texts.map((_, i) => sheet.getCell(i + 1, 1).value ?? '');
}

describe('texts in cells', () => {
  test.each([
    ['a plain text', 'Ana', 'Ana'],
    ['blanks around', '  Ana  ', '  Ana  '],
    ['line breaks', 'a\nb\r\nc\rd\te', 'a\nb\r\nc\rd\te'],
    ['XML', '<b>&amp;"\'', '<b>&amp;"\''],
    ["what looks like Excel's escapes", '_x0041_ _x000d_ _x005F_x0041_', '_x0041_ _x000d_ _x005F_x0041_'],
    ['emoji and CJK', '😀 山田太郎 محمد', '😀 山田太郎 محمد'],
    ['control characters are left out', 'a\u0000b\u0008c\u001fd\uffffe\ufffef', 'abcdef'],
    ['halves of a character', 'a\ud83dc\udc00', 'a\ufffdc\ufffd'],
    ['the longest text', 'x'.repeat(32_767), 'x'.repeat(32_767)],
    ['a longer text is cut', 'x'.repeat(32_768), `${'x'.repeat(32_766)}…`],
    ['a longer text is cut between characters', `${'x'.repeat(32_765)}😀😀`, `${'x'.repeat(32_765)}…`],
    ['names of object properties', '__proto__', '__proto__'],
  ])('%s', async (_name, text, expected) => {
    expect(await roundTrip([text])).toEqual([expected]);
  });

  test('any text reads back as it was, but for what XML cannot hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 40 }),
        async (texts) => {
          expect(await roundTrip(texts)).toEqual(texts.map(withoutUnprintable));
        },
      ),
      { numRuns: 40 },
    );
  });
});
