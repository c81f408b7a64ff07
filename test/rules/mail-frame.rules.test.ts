import { framedHtml } from '../../shared/comms/mail/mail-html.rules';
import { mailContent } from '../../shared/comms/mail/mail-sender.store';
import { inkOn } from '../../shared/kernel/contrast';

const frame = { language: 'en', organization: 'Acme', purpose: 'Acme: evaluations', color: '#0f766e' };

test('a link that is a paragraph of its own looks like a button in the color of the organization; others stay links', () => {
  const html = framedHtml(
    '<p><a href="https://a.example/x">Go &amp; answer</a></p>\n<p>See <a href="https://a.example/y">this</a></p>',
    frame,
  );
  expect(html).toMatch(
    /<a href="https:\/\/a\.example\/x" style="[^"]*background:#0f766e;color:#ffffff[^"]*">Go &amp; answer<\/a>/,
  );
  expect(html).toContain('<p>See <a href="https://a.example/y">this</a></p>');
});

test.each([
  ['#ffffff', '#000000'],
  ['#ffd500', '#000000'],
  ['#0f766e', '#ffffff'],
  ['#000000', '#ffffff'],
])('a button of %s has the text %s', (background, text) => {
  expect(inkOn(background)).toBe(text);
});

test.each([
  ['en', 'A & B: evaluations, surveys'],
  ['es', 'A & B: evaluaciones, encuestas'],
] as const)('the first line says in %s what the service is for', (language, first) => {
  const texts = { subject: 'S', body: '<p>Hello</p>' };
  const { text, html } = mailContent(texts, language, { organization: 'A & B', color: '#0f766e' });
  expect(text.startsWith(first)).toBe(true);
  expect(html.replace(/<[^>]*>/g, '').trim()).toMatch(new RegExp(`^${first.replace('&', '&amp;')}`));
});

test.each([
  ['en', 'Choose which emails you get'],
  ['es', 'Elegir qué correos recibe'],
] as const)(
  'an email that people may turn off ends in %s with a link to that choice, others do not',
  (language, says) => {
    const texts = { subject: 'S', body: '<p>Hello</p>' };
    const sender = { organization: 'Acme', color: '#0f766e' };
    const page = 'https://acme.example/profile#profile-mails';
    const { text, html } = mailContent(texts, language, sender, page);
    expect(text).toMatch(new RegExp(`-- \\nAcme\\n${says}: ${page}\\n$`));
    expect(html).toContain(`<a href="${page}" style="color:#57606a">${says}</a>`);
    expect(mailContent(texts, language, sender).html).not.toContain('<a ');
  },
);
