import { FileTypeReader, nameForType } from '../../api/http/file-type.rules';
import { fileNamePart } from '../../shared/kernel/file-name.rules';
import { archive, office } from '../support/archive';

/** What the bytes are when they arrive `size` at a time. */
function typeOf(bytes: Buffer, name: string, size = 7): string | null {
  const reader = new FileTypeReader();
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  return reader.end(name)?.contentType ?? null;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('types of evidence by their bytes', () => {
  test.each<[string, Buffer, string, string | null]>([
    ['a PDF', bytes('%PDF-1.7\nx'), 'a.pdf', 'application/pdf'],
    ['a PNG', bytes('\x89PNG\r\n\x1a\n...'), 'a.png', 'image/png'],
    ['a JPEG', bytes('\xff\xd8\xff\xe0..'), 'a.jpg', 'image/jpeg'],
    ['a WebP', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'a.webp', 'image/webp'],
    ['a Word document', office('word/document.xml'), 'a.docx', `${OFFICE}wordprocessingml.document`],
    ['an Excel workbook', office('xl/workbook.xml'), 'a.xlsx', `${OFFICE}spreadsheetml.sheet`],
    ['a presentation', office('ppt/presentation.xml'), 'a.pptx', `${OFFICE}presentationml.presentation`],
    ['text', Buffer.from('Curso de José: 10 €\n'), 'a.txt', 'text/plain; charset=utf-8'],
    ['text with a BOM', Buffer.from('\ufeffhola\r\n\tx'), 'a.TXT', 'text/plain; charset=utf-8'],
    ['CSV', Buffer.from('a;b\n1;2'), 'a.csv', 'text/csv; charset=utf-8'],
    ['a document under a wrong name', bytes('%PDF-1.7'), 'a.txt', 'application/pdf'],
    ['nothing', Buffer.alloc(0), 'a.txt', null],
    ['HTML', Buffer.from('<html><script>1</script>'), 'a.html', null],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', null],
    ['text without an ending', Buffer.from('hello'), 'hello', null],
    ['bytes named as text', Buffer.from([0x41, 0xff, 0xfe, 0x42]), 'a.txt', null],
    ['text with a null byte', Buffer.from('a\0b'), 'a.txt', null],
    ['text that ends within a character', Buffer.from('€').subarray(0, 2), 'a.txt', null],
    ['a program', bytes('MZ\x90\0\x03\0\0\0'), 'a.pdf', null],
    ['a shell script named as PDF', Buffer.from('#!/bin/sh\n'), 'a.pdf', null],
    ['a plain archive', archive(['a.txt', 'word/document.xml']), 'a.docx', null],
    ['a document with macros', office('word/document.xml', 'word/vbaProject.bin'), 'a.docx', null],
    ['an office archive of nothing known', office('other/file.xml'), 'a.docx', null],
    ['an archive without its end', office('word/document.xml').subarray(0, -10), 'a.docx', null],
    ['an archive with something behind it', Buffer.concat([office('word/document.xml'), bytes('x')]), 'a.docx', null],
    ['the beginning of an archive alone', bytes('PK\x03\x04'), 'a.docx', null],
  ])('%s', (_what, content, name, expected) => {
    expect(typeOf(content, name)).toBe(expected);
    expect(typeOf(content, name, 1)).toBe(expected);
    expect(typeOf(content, name, 1_000_000)).toBe(expected);
  });

  test('the directory of a large archive is found at its end', () => {
    const large = archive(['[Content_Types].xml', 'xl/workbook.xml'], Buffer.alloc(600_000, 1));
    expect(typeOf(large, 'a.xlsx', 65_536)).toBe(`${OFFICE}spreadsheetml.sheet`);
  });

  test.each([
    ['a.pdf', 'a.pdf'],
    ['A.PDF', 'A.PDF'],
    ['a.html', 'a.html.pdf'],
    ['a', 'a.pdf'],
  ])('the name %s becomes %s for a PDF', (name, expected) => {
    expect(nameForType(name, { contentType: 'application/pdf', extensions: ['pdf'] })).toBe(expected);
  });
});

test.each([
  ['../../etc/passwd', '.. .. etc passwd'],
  ['C:\\temp\\a.pdf', 'C temp a.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'a Set-Cookie x.pdf'],
  ['invoice\u202efdp.exe', 'invoice fdp.exe'],
  ['informe año.pdf', 'informe año.pdf'],
  ['x'.repeat(30), `${'x'.repeat(19)}…`],
])('the file name %j is kept as %j', (name, expected) => {
  expect(fileNamePart(name, 20)).toBe(expected);
});
